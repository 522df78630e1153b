import { readSync } from 'node:fs';

import type { Allocate } from '../buffer-pool.ts';

/**
 * Reads `length` bytes from `position`, fewer only at the end of the file; a single read can return
 * less. By default into memory of its own: a slice that outlives the others would keep 64 KiB of Node's
 * pool.
 */
export const readFully = (
  fd: number,
  position: number,
  length: number,
  allocate: Allocate = (bytes) => Buffer.allocUnsafeSlow(bytes),
): Buffer => {
  const bytes = allocate(length);
  let done = 0;
  while (done < length) {
    const count = readSync(fd, bytes, done, length - done, position + done);
    if (count === 0) break;
    done += count;
  }
  return bytes.subarray(0, done);
};
