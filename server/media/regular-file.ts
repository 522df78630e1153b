import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  type Stats,
} from 'node:fs';
import { access, type FileHandle, open, readlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { isOctavoFile } from '../database/file-permissions.ts';
import { isLockedFile, isLockedFileSync } from '../lib/locked-files.ts';
import { realPath } from '../lib/real-path.ts';
import { MediaError } from './media-error.ts';

/**
 * Prevents blocking on a pipe in place of a file, and following a link before it is known where it leads.
 * Windows has no such flags.
 */
const readOnly = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;

const irregular = () =>
  new MediaError('unreadable', 'This is a pipe or a device, not a file. Replace it.');

const ownData = () =>
  new MediaError('unreadable', "This is a link into Octavo's own data folder. Remove it.");

/**
 * Opens a library file for reading. Throws MediaError for anything but a regular file, and for
 * links into Octavo's data.
 */
export const openRegular = async (path: string): Promise<FileHandle> => {
  if (await isLockedFile(path)) throw ownData();
  const handle = await open(path, readOnly).catch((error: unknown) => {
    if (isLink(error)) return openLinked(path);
    throw error;
  });
  try {
    refuseIrregular(await handle.stat());
    const target = await targetOf(handle.fd, path);
    if (target !== path && (await isInOwnData(target))) throw ownData();
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
};

/** The synchronous variant for worker threads. */
export const openRegularSync = (path: string): number => {
  const fd = openOrFollowSync(path);
  try {
    refuseIrregular(fstatSync(fd));
    const target = targetOfSync(fd, path);
    if (target !== path && isInOwnDataSync(target)) throw ownData();
    return fd;
  } catch (error) {
    closeSync(fd);
    throw error;
  }
};

/** Opens the target of a link, unless it is in Octavo's data: the link can be newer than the look at its file. */
const openLinked = async (path: string): Promise<FileHandle> => {
  const target = await realPath(path);
  if (await isInOwnData(target)) throw ownData();
  return open(target, readOnly);
};

const openOrFollowSync = (path: string): number => {
  if (isLockedFileSync(path)) throw ownData();
  try {
    return openSync(path, readOnly);
  } catch (error) {
    if (!isLink(error)) throw error;
    const target = realPathSync(path);
    if (isInOwnDataSync(target)) throw ownData();
    return openSync(target, readOnly);
  }
};

const isLink = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ELOOP';

/**
 * The real path of an open file. Linux derives it from the handle itself, so that the file cannot
 * be swapped in between.
 */
export const targetOf = (fd: number, path: string): Promise<string> =>
  isLinux ? readlink(`/proc/self/fd/${fd}`).catch(() => realPath(path)) : realPath(path);

const targetOfSync = (fd: number, path: string): string => {
  try {
    if (isLinux) return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    // /proc is not mounted.
  }
  return realPathSync(path);
};

const realPathSync = (path: string): string => {
  try {
    // One call, where the other form asks for each folder above the file, on a network drive each time.
    return realpathSync.native(path);
  } catch {
    return realpathSync(path);
  }
};
const isLinux = process.platform === 'linux';

const refuseIrregular = (stats: Stats): void => {
  if (!stats.isFile()) throw irregular();
};

/**
 * Folders that are an Octavo data directory if they hold its database, because this path has the
 * name of one of its files. Asked only of links, because their target can be chosen by anyone with
 * write access to a library.
 */
const suspectedData = (path: string): string[] => {
  const folder = dirname(path);
  if (folder === path) return [];
  return [...(isOctavoFile(basename(path)) ? [folder] : []), ...suspectedData(folder)];
};

const databaseIn = (folder: string): string => join(folder, 'octavo.db');

const isInOwnData = async (path: string): Promise<boolean> => {
  for (const folder of suspectedData(path)) {
    const isThere = await access(databaseIn(folder)).then(
      () => true,
      () => false,
    );
    if (isThere) return true;
  }
  return false;
};

const isInOwnDataSync = (path: string): boolean =>
  suspectedData(path).some((folder) => existsSync(databaseIn(folder)));
