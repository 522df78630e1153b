import { win32 } from 'node:path';

import { isOddOnWindows } from './windows-names.ts';

/** From here on Windows cuts names off, or refuses them: folders at 248 characters, files at 260. */
const maxPlain = 247;

/**
 * An absolute path for everything that is not Node's own `fs`, which does this by itself: SQLite, 7-Zip, the
 * watcher of folders. On Windows a path that is too long for them, or has a name that they would take for another,
 * gets the form `\\?\C:\…` or `\\?\UNC\server\share\…`; all others stay as they are.
 */
export const nativePath = (path: string, platform: NodeJS.Platform = process.platform): string => {
  if (platform !== 'win32') return path;
  const plain = win32.normalize(path);
  // Only the long form can name what Windows takes for something else.
  const isOdd = plain.length > maxPlain || plain.split('\\').some(isOddOnWindows);
  return isOdd ? win32.toNamespacedPath(plain) : path;
};

/**
 * `C:\Comics` of `\\?\C:\Comics` and `\\.\C:\Comics`, `\\nas\books` of `\\?\UNC\nas\books`: one folder has one
 * spelling. Null for what names a device and no place among files.
 */
export const plainPath = (
  path: string,
  platform: NodeJS.Platform = process.platform,
): string | null => {
  if (platform !== 'win32') return path;
  const plain = path
    .replaceAll('/', '\\')
    .replace(/^\\\\[?.]\\UNC\\/i, '\\\\')
    .replace(/^\\\\[?.]\\(?=[a-z]:\\)/i, '');
  return /^\\\\[?.]\\/.test(plain) ? null : plain;
};
