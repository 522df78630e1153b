import { constants } from 'node:fs';
import { copyFile, mkdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';

import { AppError, badField } from '../../../shared/errors.ts';
import { newId } from '../../database/ids.ts';
import { realPath } from '../../lib/real-path.ts';
import { draftIn, placeDraft, placeWritten, requireFreeName } from '../../lib/target-folder.ts';
import { truncateFileName, isFolderName } from '../../paths/truncate-file-name.ts';
import { writeProblem } from '../../paths/write-problem.ts';
import { MediaError } from '../../media/media-error.ts';
import { openRegular } from '../../media/regular-file.ts';
import { type GatedRead, relativeWithin } from './containing-library.ts';

interface Destination {
  /** Folder of the library. */
  root: string;
  /** Target folder relative to `root`, `/` between names. */
  folder: string;
  /** Whether to delete the original. */
  move: boolean;
}

/**
 * Copies or moves a file into a library folder, which is created if missing; returns the new path.
 * Never overwrites: throws Conflict if a file of that name exists. Throws BadRequest for a folder
 * outside of the library, UnprocessableContent with a message if the disk refuses.
 */
export const addToLibrary = async (
  path: string,
  { root, folder, move }: Destination,
  gated: GatedRead,
): Promise<string> => {
  const names = folder.split('/').filter((name) => name !== '');
  if (names.some((name) => /^\.+$|[\\\p{Cc}]/u.test(name))) {
    throw badField('body.folder', `"${folder}" is not a folder of the library`);
  }
  try {
    await gated(root, () => stat(root));
    await checkNames(root, names);
    const into = await makeInside(root, names);
    const target = join(into, truncateFileName(basename(path)));
    // Copying a pipe would wait for a writer forever.
    await (await gated(path, () => openRegular(path))).close();
    await copyOrMove(path, target, move);
    return target;
  } catch (error) {
    throw explained(error, basename(path));
  }
};

/**
 * Creates the folder step by step, so that a link among its parents cannot lead out of the library.
 */
const makeInside = async (root: string, names: readonly string[]): Promise<string> => {
  const top = await realPath(root);
  let folder = top;
  for (const name of names) {
    await mkdir(join(folder, name)).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    });
    folder = await realPath(join(folder, name));
    if (relativeWithin(top, folder) === null) {
      throw badField('body.folder', 'This folder is outside the library');
    }
  }
  return folder;
};

/** An existing folder can have any name; a new one only a name that every file system accepts. */
const checkNames = async (root: string, names: readonly string[]): Promise<void> => {
  for (const [index, name] of names.entries()) {
    if (isFolderName(name)) continue;
    const isThere = await stat(join(root, ...names.slice(0, index + 1))).catch(() => null);
    if (isThere === null) {
      throw badField('body.folder', `A folder cannot be named "${name}" on every drive`);
    }
  }
};

/** Neither a scan nor a crash ever finds a partial file under the target's name. */
const copyOrMove = async (path: string, target: string, move: boolean): Promise<void> => {
  await requireFreeName(dirname(target), basename(target));
  if (move && (await isMovedTo(path, target))) return;
  const draft = draftIn(dirname(target), newId(), extname(target));
  await placeWritten(draft, target, () => copyFile(path, draft, constants.COPYFILE_EXCL));
  if (move) await rm(path);
};

/** False if the file is on another drive and must be copied. */
const isMovedTo = async (path: string, target: string): Promise<boolean> => {
  try {
    await placeDraft(path, target);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EXDEV') return false;
    throw error;
  }
};

const explained = (error: unknown, name: string): unknown =>
  error instanceof MediaError
    ? new AppError('UnprocessableContent', error.message)
    : writeProblem(error, name);
