import { link, lstat, mkdir, open, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { dayMs } from '../../shared/durations.ts';
import { AppError, badField } from '../../shared/errors.ts';
import { isJunkName } from '../paths/junk-names.ts';
import { freeFileName } from '../paths/safe-file-name.ts';
import { isFolderName } from '../paths/truncate-file-name.ts';
import { toLongPath } from '../paths/windows-long-path.ts';
import { draftPrefix } from './file-drafts.ts';
import { flushFile, flushFolder } from './flush.ts';
import { realPath } from './real-path.ts';
import { renamePatiently } from './rename-file.ts';

/** A draft of a server that was killed is deleted after this time, ms. */
const staleMs = dayMs;

/** The path of a new draft in a folder; its extension identifies the format. */
export const draftIn = (folder: string, id: string, extension: string): string =>
  join(folder, `${draftPrefix}${id}${extension}`);

/** `a//b/` → `['a', 'b']`. Throws BadRequest for paths that lead elsewhere or that scans skip. */
export const folderNames = (folder: string): string[] => {
  const names = folder.split('/').filter((name) => name !== '');
  if (folder.startsWith('/') || names.some((name) => /^\.+$|[\\\p{Cc}]/u.test(name))) {
    throw badField('body.folder', `"${folder}" is not a folder of the library`);
  }
  const skipped = names.find(isJunkName);
  if (skipped === undefined) return names;
  throw badField('body.folder', `Scans skip folders named "${skipped}". Choose another one.`);
};

/** A folder in which a file arrives. */
export interface TargetFolder {
  /** Absolute, links of the library's own folder resolved. */
  path: string;
  /** The folders that did not exist before, outermost first. */
  made: string[];
}

/**
 * Makes a folder of a library step by step; returns where it is. Throws BadRequest for a new name
 * that a file system refuses, and for a link, which could lead out of the library.
 */
export const makeTargetFolder = async (
  root: string,
  names: readonly string[],
): Promise<TargetFolder> => {
  let path = toLongPath(await realPath(root));
  const made: string[] = [];
  for (const name of names) {
    path = join(path, name);
    const stats = await lstat(path).catch(() => null);
    if (stats?.isSymbolicLink()) {
      throw badField('body.folder', `The folder "${name}" is a link, so no file is put into it`);
    }
    if (stats === null) {
      if (!isFolderName(name)) {
        throw badField('body.folder', `A folder cannot be named "${name}" on every drive`);
      }
      await mkdir(path);
      made.push(path);
    } else if (!stats.isDirectory()) {
      throw badField('body.folder', `"${name}" is a file, not a folder`);
    }
  }
  return { path, made };
};

/** Removes the folders that were made for a file that did not arrive; those with files stay. */
export const removeMade = async ({ made }: TargetFolder): Promise<void> => {
  for (const folder of made.toReversed()) await rmdir(folder).catch(() => undefined);
};

/** Deletes abandoned drafts; errors are left to the next run. */
export const removeStaleDrafts = async (folder: string, now: number): Promise<void> => {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.startsWith(draftPrefix)) continue;
    const path = join(folder, name);
    const stats = await stat(path).catch(() => null);
    if (stats && now - stats.mtimeMs > staleMs) await rm(path, { force: true }).catch(() => null);
  }
};

/** Compares like file systems without upper and lower case, so that the folder can move there. */
const keyOf = (name: string): string => name.normalize('NFC').toLowerCase();

/** Throws Conflict, with a free name in its details, if a folder has a file of this name. */
export const requireFreeName = async (folder: string, name: string): Promise<void> => {
  const names = new Set((await readdir(folder)).map(keyOf));
  if (!names.has(keyOf(name))) return;
  const free = freeFileName(name, (candidate) => names.has(keyOf(candidate)));
  throw new AppError(
    'Conflict',
    `A file named "${name}" already exists in this folder. A free name is "${free}".`,
    { details: { suggested_name: free } },
  );
};

/**
 * Gives a complete file its final name by a link, which fails with EEXIST if the name is taken. On a drive without links,
 * an empty file reserves the name, and a rename replaces that. Nothing is overwritten, no scan sees half a file, and a
 * power failure does not take the name back.
 */
export const placeDraft = async (draft: string, target: string): Promise<void> => {
  const isLinked = await isLinkedTo(draft, target);
  if (!isLinked) await placeWithoutLink(draft, target);
  await flushFolder(dirname(target));
  if (!isLinked) return;
  try {
    await rm(draft, { maxRetries: 5 });
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  }
};

/** Writes a file as a draft, and places it once it is whole and flushed. Removes what a failure left. */
export const placeWritten = async (
  draft: string,
  target: string,
  write: () => Promise<void>,
): Promise<void> => {
  try {
    await write();
    await flushFile(draft);
    await placeDraft(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
};

/** False if the drive has no links, or the files are on two drives. */
const isLinkedTo = async (draft: string, target: string): Promise<boolean> => {
  try {
    await link(draft, target);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    return false;
  }
};

const placeWithoutLink = async (draft: string, target: string): Promise<void> => {
  await (await open(target, 'wx')).close();
  try {
    await renamePatiently(draft, target);
  } catch (error) {
    if ((await stat(target)).size === 0) await rm(target, { force: true });
    throw error;
  }
};
