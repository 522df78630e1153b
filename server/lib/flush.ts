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

/**
 * Flushes a file to its disk: a power failure after the rename would leave an empty one. Windows flushes only
 * files that can be opened for writing, which a write-protected one cannot.
 */
export const flushFile = async (path: string): Promise<void> => {
  const isWindows = process.platform === 'win32';
  try {
    const file = await open(path, isWindows ? 'r+' : 'r');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    if (!isWindows || !isProtected(error)) throw error;
  }
};

const isProtected = (error: unknown): boolean =>
  ['EPERM', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '');
