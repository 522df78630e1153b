import { closeSync, constants, fsyncSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';

/** Flushes the folder, so that renames in it survive a power failure. */
export const syncFolder = (folder: string): void => {
  if (process.platform === 'win32') return;
  const fd = openSync(folder, constants.O_RDONLY);
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
};

/** The asynchronous variant, for drives that may refuse it. */
export const flushFolder = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return;
  try {
    const handle = await open(folder, constants.O_RDONLY);
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch {
    // Some network drives cannot flush folders.
  }
};

/** Flushes a file to its disk: a power failure after the rename would leave an empty one. */
export const flushFile = async (path: string): Promise<void> => {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
};
