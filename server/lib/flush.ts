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

/** Flushes a file to its disk: a power failure after the rename would leave an empty one. */
export const flushFile = async (path: string): Promise<void> => {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
};
