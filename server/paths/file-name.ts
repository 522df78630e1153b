import { extname } from 'node:path';

import { isOddOnWindows } from './windows-names.ts';

/** Linux counts bytes of UTF-8, Windows and macOS units of UTF-16, of which there are never more. */
const maxBytes = 255;

/**
 * A name for a file of ours that every drive takes: shortened before its extension where it is longer than that,
 * never within a letter.
 */
export const fitName = (name: string): string => {
  if (Buffer.byteLength(name) <= maxBytes) return name;
  const given = extname(name);
  // What follows the last dot of a sentence is no extension.
  const extension = Buffer.byteLength(given) > 20 ? '' : given;
  const room = maxBytes - Buffer.byteLength(extension);
  let stem = '';
  let bytes = 0;
  for (const { segment } of letters.segment(name.slice(0, name.length - extension.length))) {
    bytes += Buffer.byteLength(segment);
    if (bytes > room) break;
    stem += segment;
  }
  return stem.trimEnd() + extension;
};

const letters = new Intl.Segmenter();

/**
 * Whether a folder of this name can be made on every drive, so that a disk may go from one system to another:
 * no dots alone, no signs or devices of Windows, no dot or blank at its end, not too long.
 */
export const isFolderName = (name: string): boolean =>
  Buffer.byteLength(name) <= maxBytes && !/[\\/:*?"<>|\p{Cc}]/u.test(name) && !isOddOnWindows(name);
