import { createHash, hash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';

const sampleBytes = 1024;
/** Where the samples begin: at 0, then at 1 KiB, 4 KiB, 16 KiB and so on up to 1 GiB. */
const offsets = [0, ...Array.from({ length: 11 }, (_, power) => sampleBytes * 4 ** power)];

/**
 * How KOReader names a file by what is in it: MD5 over samples of 1 KiB, fewer in a file that is shorter.
 * Reads at most 12 KiB. Null for a folder and for what cannot be read.
 */
export const documentHash = (path: string): string | null => {
  let fd: number | undefined;
  try {
    fd = openSync(path, 'r');
    const digest = createHash('md5');
    const sample = Buffer.alloc(sampleBytes);
    for (const offset of offsets) {
      const length = readSync(fd, sample, 0, sampleBytes, offset);
      if (length === 0) break;
      digest.update(sample.subarray(0, length));
    }
    return digest.digest('hex');
  } catch {
    return null;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
};

/** How KOReader names a file where it was told to go by names: MD5 of the name, ending included. */
export const filenameHash = (filename: string): string => hash('md5', filename, 'hex');
