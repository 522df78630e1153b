import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  openSync,
  realpathSync,
  type Stats,
} from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { isOwnName } from '../database/private-files.ts';
import { MediaError } from './media-error.ts';

/** A pipe in the place of a file would hold its thread until somebody writes into it. Windows knows no such flag. */
const readOnly = constants.O_RDONLY | constants.O_NONBLOCK;

const irregular = () =>
  new MediaError('unreadable', 'This is a pipe or a device in the place of a file. Replace it.');

const ownData = () =>
  new MediaError('unreadable', "This is a link into the folder of Octavo's own data. Remove it.");

/** Opens a file of a library for reading. Throws MediaError for what is no file, or leads into Octavo's data. */
export const openRegular = async (path: string): Promise<FileHandle> => {
  const handle = await open(path, readOnly);
  try {
    refuseIrregular(await handle.stat());
    refuseOwnData(path, await realpath(path));
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
};

/** The same for threads that do nothing else. */
export const openRegularSync = (path: string): number => {
  const fd = openSync(path, readOnly);
  try {
    refuseIrregular(fstatSync(fd));
    refuseOwnData(path, realpathSync(path));
    return fd;
  } catch (error) {
    closeSync(fd);
    throw error;
  }
};

const refuseIrregular = (stats: Stats): void => {
  if (!stats.isFile()) throw irregular();
};

/** Of links alone, whose target anybody may choose who can write into a library. */
const refuseOwnData = (path: string, target: string): void => {
  if (target !== path && liesInOwnData(target)) throw ownData();
};

/** Whether a file is one that Octavo writes beside or below a database of its own. */
const liesInOwnData = (path: string): boolean => {
  const folder = dirname(path);
  if (isOwnName(basename(path)) && existsSync(join(folder, 'octavo.db'))) return true;
  return folder !== path && liesInOwnData(folder);
};
