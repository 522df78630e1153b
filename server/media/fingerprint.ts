import { createHash, hash } from 'node:crypto';
import { readSync } from 'node:fs';

const edge = 64 * 1024;

/**
 * Content identity of an archive: SHA-1 over its table of contents (names, sizes and checksums of
 * all entries) and the file size. Reads no page data.
 */
export const directoryFingerprint = (directory: Buffer, fileSize: number): string =>
  hash('sha1', Buffer.concat([directory, Buffer.from(String(fileSize))]), 'hex');

/** Content identity of any other file: SHA-1 over its size and its first and last 64 KiB. */
export const edgeFingerprint = (fd: number, fileSize: number): string => {
  const digest = createHash('sha1');
  const bytes = Buffer.allocUnsafe(edge);
  for (const position of new Set([0, Math.max(0, fileSize - edge)])) {
    digest.update(bytes.subarray(0, readSync(fd, bytes, 0, edge, position)));
  }
  return digest.update(String(fileSize)).digest('hex');
};
