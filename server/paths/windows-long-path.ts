import { win32 } from 'node:path';

import { isOddOnWindows } from './windows-names.ts';

/** Longer paths are truncated or rejected by Windows: folders at 248 characters, files at 260. */
const maxPlain = 247;

/**
 * Converts an absolute path for everything except Node's own `fs`, which converts paths itself: SQLite,
 * 7-Zip, the folder watcher. On Windows, a path that is too long or contains a reserved name gets the form
 * `\\?\C:\…` or `\\?\UNC\server\share\…`; all others are returned unchanged.
 */
export const toLongPath = (path: string, platform: NodeJS.Platform = process.platform): string => {
  if (platform !== 'win32') return path;
  const plain = win32.normalize(path);
  // Only the long form can address reserved names.
  const isOdd = plain.length > maxPlain || plain.split('\\').some(isOddOnWindows);
  return isOdd ? win32.toNamespacedPath(plain) : path;
};

/**
 * Converts `\\?\C:\Comics` and `\\.\C:\Comics` to `C:\Comics`, `\\?\UNC\nas\books` to `\\nas\books`, so that a
 * folder has one spelling. Null for a device path outside the file system.
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
