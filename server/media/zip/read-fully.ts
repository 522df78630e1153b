import { readSync } from 'node:fs';

/** `length` bytes from `position`, fewer only where the file ends before; one read may give less. */
export const readFully = (fd: number, position: number, length: number): Buffer => {
  const bytes = Buffer.allocUnsafe(length);
  let done = 0;
  while (done < length) {
    const count = readSync(fd, bytes, done, length - done, position + done);
    if (count === 0) break;
    done += count;
  }
  return bytes.subarray(0, done);
};
