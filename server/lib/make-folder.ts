import { mkdirSync, statSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a folder that people enter, and those above it, readable only by this account. Node's
 * `recursive` never returns where a file system answers ENOENT below a folder that exists, as
 * automounters and `/proc` do.
 */
export const makeFolderSync = (folder: string): void => {
  const parent = dirname(folder);
  if (parent !== folder && !isPresentSync(parent)) makeFolderSync(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Roots of drives and read-only folders answer with other errors than EEXIST.
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
  }
};

/** The same without blocking. */
export const makeFolder = async (folder: string): Promise<void> => {
  const parent = dirname(folder);
  if (parent !== folder && (await stat(parent).catch(() => null)) === null) {
    await makeFolder(parent);
  }
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    const found = await stat(folder).catch(() => null);
    if (found?.isDirectory() !== true) throw error;
  }
};

const isPresentSync = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false }) !== undefined;
