import { createHash, hash } from 'node:crypto';
import { closeSync, readSync } from 'node:fs';

import { faultOfFile } from '../../media/media-error.ts';
import { openRegularSync } from '../../media/regular-file.ts';

const sampleBytes = 1024;
/** Sample offsets: 0, then 1 KiB, 4 KiB, 16 KiB and so on up to 1 GiB. */
const offsets = [0, ...Array.from({ length: 11 }, (_, power) => sampleBytes * 4 ** power)];

/**
 * KOReader's document id by content, its partial MD5: over samples of 1 KiB, fewer for a short file.
 * Reads at most 12 KiB. Null for a folder and an unreadable file.
 * Throws MediaError `unavailable`.
 */
export const documentHash = (path: string): string | null => {
  let fd: number | undefined;
  try {
    fd = openRegularSync(path);
    const digest = createHash('md5');
    const sample = Buffer.alloc(sampleBytes);
    for (const offset of offsets) {
      const length = readSync(fd, sample, 0, sampleBytes, offset);
      if (length === 0) break;
      digest.update(sample.subarray(0, length));
    }
    return digest.digest('hex');
  } catch (error) {
    faultOfFile(error);
    return null;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
};

/** As `documentHash`, of a file that is generated: takes its bytes in order. */
export const createDocumentHasher = () => {
  const digest = createHash('md5');
  let position = 0;
  return {
    update(bytes: Buffer): void {
      const end = position + bytes.length;
      for (const offset of offsets) {
        const first = Math.max(offset, position);
        const last = Math.min(offset + sampleBytes, end);
        if (first < last) digest.update(bytes.subarray(first - position, last - position));
      }
      position = end;
    },
    digest: (): string => digest.digest('hex'),
  };
};

/** KOReader's document id by file name: MD5 of the name including its extension. */
export const filenameHash = (filename: string): string => hash('md5', filename, 'hex');
