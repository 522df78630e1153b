import { createHash } from 'node:crypto';
import { closeSync, readSync } from 'node:fs';

import { openRegularSync } from '../../media/regular-file.ts';
import { CancelledError, type JobContext } from '../../jobs/job-context.ts';

/** Bytes per read: large enough for disk throughput, small enough to cancel in between. */
const chunkBytes = 1024 * 1024;

/** SHA-256 of a whole file, stored as `file_hash`; null if it is unreadable. */
export const hashFile = (path: string, cancelled: JobContext['cancelled']): string | null => {
  let fd: number | undefined;
  try {
    fd = openRegularSync(path);
    const hash = createHash('sha256');
    const chunk = Buffer.allocUnsafe(chunkBytes);
    for (;;) {
      if (cancelled()) throw new CancelledError();
      const length = readSync(fd, chunk, 0, chunk.length, null);
      if (length === 0) return hash.digest('hex');
      hash.update(chunk.subarray(0, length));
    }
  } catch (error) {
    if (error instanceof CancelledError) throw error;
    return null;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
};
