import { extname } from 'node:path';

import { isOddOnWindows } from './windows-names.ts';

/**
 * Linux limits the UTF-8 bytes of a name, Windows and macOS its UTF-16 units, which are never more.
 */
const maxBytes = 255;

/**
 * A file name valid on every file system: truncated before its extension if too long, never within
 * a character.
 */
export const truncateFileName = (name: string): string => {
  if (Buffer.byteLength(name) <= maxBytes) return name;
  const given = extname(name);
  // A long part after the last dot is text, not an extension.
  const extension = Buffer.byteLength(given) > 20 ? '' : given;
  const room = maxBytes - Buffer.byteLength(extension);
  // Created here, because it loads the Unicode tables, which takes 9 ms.
  const letters = new Intl.Segmenter();
  let stem = '';
  let bytes = 0;
  for (const { segment } of letters.segment(name.slice(0, name.length - extension.length))) {
    bytes += Buffer.byteLength(segment);
    if (bytes > room) break;
    stem += segment;
  }
  return stem.trimEnd() + extension;
};

/**
 * Whether a folder of this name can be created on every file system, so that a drive can be used
 * with other systems: not only dots, no characters or device names reserved by Windows, no trailing
 * dot or space, not too long.
 */
export const isFolderName = (name: string): boolean =>
  Buffer.byteLength(name) <= maxBytes && !/[\\/:*?"<>|\p{Cc}]/u.test(name) && !isOddOnWindows(name);
