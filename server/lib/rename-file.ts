import { renameSync } from 'node:fs';

/** Codes of Windows for a file that another program has open. */
const locked = new Set(['EPERM', 'EACCES', 'EBUSY']);
const pausesMs = [10, 20, 50, 100, 200, 400];
const sleeper = new Int32Array(new SharedArrayBuffer(4));

/**
 * Renames a file, also over another. On Windows it waits up to a second for virus scanners and backups, which
 * open a file as soon as it has been written. Throws file system errors.
 */
export const renameFile = (
  source: string,
  target: string,
  { rename = renameSync, platform = process.platform } = {},
): void => {
  for (const pause of platform === 'win32' ? pausesMs : []) {
    try {
      rename(source, target);
      return;
    } catch (error) {
      if (!locked.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
    Atomics.wait(sleeper, 0, 0, pause);
  }
  rename(source, target);
};
