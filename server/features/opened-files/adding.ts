import { copyFile, mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { AppError, badField } from '../../../shared/errors.ts';
import { fitName, isFolderName } from '../../paths/file-name.ts';
import { wayInto } from './where.ts';

interface Destination {
  /** Folder of the library. */
  root: string;
  /** Relative to it, `/` between names. */
  folder: string;
  /** Whether the file leaves its old place. */
  move: boolean;
}

/**
 * Copies or moves a file into a folder of a library, which is made where it is not there; gives the new
 * path. Never overwrites: Conflict where a file of that name is there. BadRequest for a folder outside of
 * the library, UnprocessableContent with a sentence where the disk refuses.
 */
export const addToLibrary = async (
  path: string,
  { root, folder, move }: Destination,
): Promise<string> => {
  const names = folder.split('/').filter((name) => name !== '');
  if (names.some((name) => /^\.+$|[\\\p{Cc}]/u.test(name))) {
    throw badField('body.folder', `"${folder}" is no folder of the library`);
  }
  try {
    await stat(root);
    await checkNames(root, names);
    const into = await makeInside(root, names);
    const target = join(into, fitName(basename(path)));
    await bring(path, target, move);
    return target;
  } catch (error) {
    throw explained(error, basename(path));
  }
};

/** Makes the folder step by step: a link among its parents must not lead out of the library. */
const makeInside = async (root: string, names: readonly string[]): Promise<string> => {
  const top = await realpath(root);
  let folder = top;
  for (const name of names) {
    await mkdir(join(folder, name)).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    });
    folder = await realpath(join(folder, name));
    if (wayInto(top, folder) === null) {
      throw badField('body.folder', 'This folder leads out of the library');
    }
  }
  return folder;
};

/** A folder that is there may have any name; one that is made, only what every drive takes. */
const checkNames = async (root: string, names: readonly string[]): Promise<void> => {
  for (const [index, name] of names.entries()) {
    if (isFolderName(name)) continue;
    const isThere = await stat(join(root, ...names.slice(0, index + 1))).catch(() => null);
    if (isThere === null) {
      throw badField('body.folder', `A folder cannot be named "${name}" on every drive`);
    }
  }
};

/**
 * The name is taken first, by an empty file that only this can make; then the whole file takes its place
 * in one step, so that neither a scan nor a crash ever sees half of it under that name.
 */
const bring = async (path: string, target: string, move: boolean): Promise<void> => {
  await (await open(target, 'wx')).close();
  try {
    if (move && (await renamed(path, target))) return;
    const half = join(target, '..', `.octavo-${crypto.randomUUID()}.part`);
    try {
      await copyFile(path, half);
      await rename(half, target);
    } catch (error) {
      await rm(half, { force: true });
      throw error;
    }
    if (move) await rm(path);
  } catch (error) {
    // Still the empty one: the whole file takes its place last. A file that could not be left behind stays twice.
    if ((await stat(target)).size === 0) await rm(target, { force: true });
    throw error;
  }
};

/** False where the file lies on another drive and must be copied. */
const renamed = async (path: string, target: string): Promise<boolean> => {
  try {
    await rename(path, target);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EXDEV') return false;
    throw error;
  }
};

const explained = (error: unknown, name: string): unknown => {
  const { code } = error as NodeJS.ErrnoException;
  if (error instanceof AppError || code === undefined) return error;
  if (code === 'EEXIST') {
    return new AppError('Conflict', `A file named "${name}" is in this folder already`);
  }
  const reasons: Partial<Record<string, string>> = {
    ENOENT: 'The file or the folder of the library is not there. Connect its drive.',
    EACCES: 'The folder of the library may not be written to.',
    EPERM: 'The folder of the library may not be written to.',
    EROFS: 'The drive of the library can only be read.',
    ENOSPC: 'The drive of the library is full.',
    ENAMETOOLONG: 'The path would be longer than the system allows. Choose a folder higher up.',
  };
  return new AppError(
    'UnprocessableContent',
    reasons[code] ?? `The file could not be brought into the library (${code}).`,
  );
};
