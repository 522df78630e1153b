import { access, constants, opendir, stat } from 'node:fs/promises';
import type { Dirent } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

import type { Directory } from '../../../shared/api/filesystem.ts';
import { AppError, badField } from '../../../shared/errors.ts';
import { givenPath } from '../../paths/given-path.ts';
import { withTimeLimit } from '../../tasks/time-limit.ts';
import { naturalCompare } from '../../text/natural.ts';

/** Beyond so many entries a folder is cut off: nobody picks a folder from a longer list. */
const maxEntries = 10_000;
const timeLimitMs = 10_000;

type Entry = Directory['entries'][number];

/** One directory of the server: folders first, natural order. */
export const browse = async (
  path: string | undefined,
  includeFiles: boolean,
): Promise<Directory> => {
  const current = givenPath(path ?? homedir(), 'query.path');
  const entries = await withTimeLimit(readEntries(current, includeFiles), timeLimitMs, null);
  if (entries === null) {
    throw new AppError('ServiceUnavailable', `The folder "${current}" does not answer`);
  }
  const parent = dirname(current);
  return {
    current_path: current,
    parent_path: parent === current ? null : parent,
    entries: entries.sort(
      (a, b) => Number(b.is_directory) - Number(a.is_directory) || naturalCompare(a.name, b.name),
    ),
  };
};

const readEntries = async (directory: string, includeFiles: boolean): Promise<Entry[]> => {
  const found: Dirent[] = [];
  try {
    for await (const entry of await opendir(directory, { bufferSize: 256 })) {
      if (found.length === maxEntries) break;
      const leads = entry.isDirectory() || entry.isSymbolicLink();
      if (leads || (includeFiles && entry.isFile())) found.push(entry);
    }
  } catch (error) {
    throw explained(error, directory);
  }
  const entries = await Promise.all(found.map((entry) => describe(directory, entry)));
  return entries.filter(({ is_directory }) => is_directory || includeFiles);
};

/** A link is what it leads to; what cannot be looked at is listed as unreadable. */
const describe = async (directory: string, entry: Dirent): Promise<Entry> => {
  const path = join(directory, entry.name);
  const isDirectory = entry.isSymbolicLink()
    ? await stat(path).then(
        (target) => target.isDirectory(),
        () => false,
      )
    : entry.isDirectory();
  const needed = isDirectory ? constants.R_OK | constants.X_OK : constants.R_OK;
  const isReadable = await access(path, needed).then(
    () => true,
    () => false,
  );
  return { name: entry.name, path, is_directory: isDirectory, is_readable: isReadable };
};

const explained = (error: unknown, directory: string): unknown => {
  const { code } = error as NodeJS.ErrnoException;
  switch (code) {
    case undefined:
      return error;
    case 'ENOENT':
    case 'ELOOP':
    case 'ENAMETOOLONG':
      return new AppError('NotFound', `The folder "${directory}" was not found`);
    case 'ENOTDIR':
      return badField('query.path', `"${directory}" is not a folder`);
    case 'EACCES':
    case 'EPERM':
      return new AppError('Forbidden', `The folder "${directory}" may not be read`);
    default:
      // A drive that fails is no failure of the server.
      return new AppError(
        'ServiceUnavailable',
        `The folder "${directory}" cannot be read now (${code})`,
      );
  }
};
