import { createHash } from 'node:crypto';
import { readSync } from 'node:fs';

const edge = 64 * 1024;

/**
 * Identity of an archive's content: SHA-1 over its table of contents (names, sizes and checksums of
 * every entry) and the file's size. Needs no page data.
 */
export const directoryFingerprint = (directory: Buffer, fileSize: number): string =>
  createHash('sha1').update(directory).update(String(fileSize)).digest('hex');

/** Identity of any other file: SHA-1 over its first and last 64 KiB and its size. */
export const edgeFingerprint = (fd: number, fileSize: number): string => {
  const hash = createHash('sha1');
  const bytes = Buffer.allocUnsafe(edge);
  for (const position of new Set([0, Math.max(0, fileSize - edge)])) {
    hash.update(bytes.subarray(0, readSync(fd, bytes, 0, edge, position)));
  }
  return hash.update(String(fileSize)).digest('hex');
};
