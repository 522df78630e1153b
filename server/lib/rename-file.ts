import { renameSync } from 'node:fs';
import { rename as renameLater } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** Codes of Windows for a file that another program has open. */
const locked = new Set(['EPERM', 'EACCES', 'EBUSY']);
const pausesMs = [10, 20, 50, 100, 200, 400];
const pausesOn = (platform: NodeJS.Platform) => (platform === 'win32' ? pausesMs : []);
const isLocked = (error: unknown) => locked.has((error as NodeJS.ErrnoException).code ?? '');
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
  for (const pause of pausesOn(platform)) {
    try {
      rename(source, target);
      return;
    } catch (error) {
      if (!isLocked(error)) throw error;
    }
    Atomics.wait(sleeper, 0, 0, pause);
  }
  rename(source, target);
};

/** The asynchronous variant of `renameFile`, also for folders. */
export const renamePatiently = async (
  source: string,
  target: string,
  { rename = renameLater, platform = process.platform } = {},
): Promise<void> => {
  for (const pause of pausesOn(platform)) {
    try {
      await rename(source, target);
      return;
    } catch (error) {
      if (!isLocked(error)) throw error;
    }
    await delay(pause);
  }
  await rename(source, target);
};
