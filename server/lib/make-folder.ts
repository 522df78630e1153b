import { mkdirSync, statSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Codes for a folder that is there: roots of drives and read-only drives answer with others than EEXIST. */
const presentCodes = new Set(['EEXIST', 'EISDIR', 'EPERM', 'EACCES', 'EROFS']);

const canBePresent = (error: unknown): boolean =>
  presentCodes.has((error as NodeJS.ErrnoException).code ?? '');

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
    if (!canBePresent(error) || !isFolderSync(folder)) throw error;
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
    const isFolder = async () => (await stat(folder).catch(() => null))?.isDirectory() === true;
    if (!canBePresent(error) || !(await isFolder())) throw error;
  }
};

const isPresentSync = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false }) !== undefined;

const isFolderSync = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
