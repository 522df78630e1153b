import { createHash } from 'node:crypto';
import { readSync } from 'node:fs';

const edge = 64 * 1024;

/**
 * Content identity of an archive: SHA-1 over its table of contents (names, sizes and checksums of
 * all entries) and the file size. Reads no page data.
 */
export const directoryFingerprint = (directory: Buffer, fileSize: number): string =>
  createHash('sha1').update(directory).update(String(fileSize)).digest('hex');

/** Content identity of any other file: SHA-1 over its size and its first and last 64 KiB. */
export const edgeFingerprint = (fd: number, fileSize: number): string => {
  const hash = createHash('sha1');
  const bytes = Buffer.allocUnsafe(edge);
  for (const position of new Set([0, Math.max(0, fileSize - edge)])) {
    hash.update(bytes.subarray(0, readSync(fd, bytes, 0, edge, position)));
  }
  return hash.update(String(fileSize)).digest('hex');
};
