import type { BigIntStats } from 'node:fs';
import { lstat, mkdir, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { AppError } from '../../shared/errors.ts';
import { toLongPath } from '../paths/windows-long-path.ts';
import { walkedPath } from './real-path.ts';
import { renamePatiently } from './rename-file.ts';

/** In the folder of the library, so that no file crosses a drive; scans skip hidden names. */
export const binFolder = '.octavo-bin';

/** A file of a library, and the name of its own folder in the bin. */
export interface BinnedFile {
  /** Folder of the library. */
  root: string;
  /** Relative to it. */
  path: string;
  bin_id: string;
}

type FilePlace = 'library' | 'bin' | 'nowhere';

const refuse = (message: string) => new AppError('Conflict', message);

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';

/** The reason why a file could not be moved, for people. */
const asRefusal = (error: unknown): AppError => {
  if (error instanceof AppError) return error;
  const code = codeOf(error);
  if (code === 'EXDEV')
    return refuse('The file is on another drive than its library, so it is not moved');
  if (code === 'EBUSY' || code === 'ETXTBSY')
    return refuse('Another program uses the file. Close it and try again.');
  if (code === 'ENOENT') return refuse('The file no longer exists. Scan the library.');
  if (code === 'EROFS') return refuse('The drive of the library can only be read.');
  if (code === 'ENOSPC' || code === 'EDQUOT') return refuse('The drive of the library is full.');
  if (code === 'EACCES' || code === 'EPERM')
    return refuse(
      'Octavo cannot move the file: it is in use, or the folder cannot be changed. Give the user account of Octavo write access.',
    );
  return refuse(
    `The file could not be moved (${code === '' ? 'unknown error' : code}). Check the drive.`,
  );
};

const statOf = async (path: string) => {
  try {
    return await lstat(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return null;
    throw error;
  }
};
export const exists = async (path: string): Promise<boolean> => (await statOf(path)) !== null;

const placesOf = ({ root, path, bin_id }: BinnedFile) => ({
  home: toLongPath(join(root, path)),
  folder: toLongPath(join(root, binFolder, bin_id)),
  binned: toLongPath(binnedPath({ root, path, bin_id })),
});

/** Where a file is while it is in the bin of its library. */
export const binnedPath = ({ root, path, bin_id }: BinnedFile): string =>
  join(root, binFolder, bin_id, basename(path));

/**
 * Throws Conflict if links lead a path out of its library: the file would belong to something else.
 */
const checkContained = async (root: string, folder: string): Promise<void> => {
  if (folder.split(/[/\\]/).includes('..'))
    throw refuse('The file is outside of its library, so it is not moved');
  // Both in the same way, and in the plain form, which Windows keeps.
  if ((await walkedPath(join(root, folder))) === join(await walkedPath(root), folder)) return;
  throw refuse('The file is reached through a link, so it is not moved');
};

const checkBin = async (root: string): Promise<void> => {
  const stats = await statOf(toLongPath(join(root, binFolder)));
  if (stats === null || stats.isDirectory()) return;
  throw refuse('The bin of the library is not a folder, so nothing is moved');
};

/**
 * One level at a time, because `recursive` answers ENOENT on a read-only drive instead of EROFS. Again if another move
 * has removed the empty bin meanwhile.
 */
const makeBin = async (folder: string, isRepeated = false): Promise<void> => {
  for (const path of [dirname(folder), folder]) {
    await mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
      if (codeOf(error) === 'EEXIST') return undefined;
      if (codeOf(error) === 'ENOENT' && path === folder && !isRepeated)
        return makeBin(folder, true);
      throw error;
    });
  }
};

/** Where the file is; after a crash in the middle of a move it is in exactly one place. */
export const placeOfFile = async (file: BinnedFile): Promise<FilePlace> => {
  const { home, binned } = placesOf(file);
  if (await exists(binned)) return 'bin';
  return (await exists(home)) ? 'library' : 'nowhere';
};

/** Whether the file of another copy is where the library says. */
export const isAtHome = (file: Pick<BinnedFile, 'root' | 'path'>): Promise<boolean> =>
  exists(toLongPath(join(file.root, file.path)));

/** Whether the folder of the library responds; an unplugged drive looks as if all was deleted. */
export const isBinReachable = ({ root }: Pick<BinnedFile, 'root'>): Promise<boolean> =>
  exists(join(root, binFolder));

/** Results of a scan for a file. */
export interface ScannedFile {
  file_size: number;
  file_modified_ms: number;
}

const isAsScanned = (
  { size, mtimeMs }: BigIntStats,
  { file_size, file_modified_ms }: ScannedFile,
): boolean => Number(size) === file_size && Number(mtimeMs) === file_modified_ms;

/**
 * Moves a file to the bin by one rename, which a crash leaves done or not done. Throws Conflict if it
 * is no longer the file that was scanned, is reached through a link, or cannot be moved. `folder` for a
 * folder, of which the caller has checked the contents.
 */
export const moveToBin = async (
  file: BinnedFile,
  scanned: ScannedFile | 'folder',
): Promise<void> => {
  const { home, folder, binned } = placesOf(file);
  try {
    await checkContained(file.root, dirname(file.path));
    await checkBin(file.root);
    // Exact: a fraction just below a millisecond would be rounded up.
    const stats = await lstat(home, { bigint: true });
    const isExpected = scanned === 'folder' ? stats.isDirectory() : stats.isFile();
    if (!isExpected) throw refuse('Only files can be moved to the bin, no folders and links');
    if (scanned !== 'folder' && !isAsScanned(stats, scanned))
      throw refuse(
        'The file has changed since it was scanned. Scan the library and compare again.',
      );
    await makeBin(folder);
    await renamePatiently(home, binned);
  } catch (error) {
    await removeEmptyBin(file);
    throw asRefusal(error);
  }
};

/** Puts a file back. Throws Conflict if another one is in its place, or it cannot be moved. */
export const putBack = async (file: BinnedFile): Promise<void> => {
  const { home, binned } = placesOf(file);
  try {
    await checkBin(file.root);
    if (await exists(home)) throw refuse('Another file is in its place. Rename that one first.');
    await mkdir(dirname(home), { recursive: true });
    await checkContained(file.root, dirname(file.path));
    await renamePatiently(binned, home);
  } catch (error) {
    throw asRefusal(error);
  }
  await removeEmptyBin(file);
};

/** Where an interrupted move left a file; removes the folder that it made for it in the bin. */
export const locateAfterCrash = async (file: BinnedFile): Promise<FilePlace> => {
  const location = await placeOfFile(file);
  if (location === 'library') await removeEmptyBin(file);
  return location;
};

/** Deletes a file in the bin for good. Throws file system errors. */
export const deleteFromBin = async (file: BinnedFile): Promise<void> => {
  await checkBin(file.root);
  await rm(placesOf(file).folder, { recursive: true, force: true });
  await removeEmptyBin(file);
};

/** Removes the folder of a file, and the bin, if they are empty; leftovers do no harm. */
export const removeEmptyBin = async ({ root, bin_id }: BinnedFile): Promise<void> => {
  for (const folder of [join(root, binFolder, bin_id), join(root, binFolder)]) {
    try {
      await rmdir(toLongPath(folder));
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') return;
    }
  }
};
