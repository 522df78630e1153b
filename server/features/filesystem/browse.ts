import { access, constants, opendir, stat } from 'node:fs/promises';
import type { Dirent } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

import type { Directory } from '../../../shared/api/filesystem.ts';
import { AppError, badField } from '../../../shared/errors.ts';
import type { ReadGate } from '../../media/read-gate.ts';
import { parseUserPath } from '../../paths/parse-user-path.ts';
import type { createSingleFlight } from '../../lib/single-flight.ts';
import { withTimeout } from '../../lib/with-timeout.ts';
import { naturalCompare } from '../../text/natural.ts';

/** Maximum entries in a listing; larger folders are truncated. */
const maxEntries = 10_000;
/**
 * Time limit for an entry on another drive, ms, so that one hung drive does not block the listing.
 */
const elsewhereMs = 300;

/** Mount points of drives, and a read queue per drive, which limits concurrent reads. */
export interface BrowseDrives {
  /** The mount point of the drive that contains a path. */
  driveOf(path: string): Promise<string>;
  isDrive(path: string): Promise<boolean>;
  gate: Pick<ReadGate, 'run'>;
  /** Single-flight, because a probe of a hung drive blocks a thread and must not be repeated. */
  looks: ReturnType<typeof createSingleFlight>;
}

type Entry = Directory['entries'][number];

/** Lists one directory of the server: folders first, natural order. */
export const browse = async (
  path: string | undefined,
  includeFiles: boolean,
  drives: BrowseDrives,
): Promise<Directory> => {
  const current = parseUserPath(path ?? homedir(), 'query.path');
  const drive = await drives.driveOf(current);
  const entries = await drives.gate
    .run(drive, () => readEntries(current, includeFiles, drives))
    .catch((error: unknown) => {
      if (!(error instanceof AppError) || error.headers['Retry-After'] === undefined) throw error;
      throw new AppError('ServiceUnavailable', `The folder "${current}" does not respond`, {
        headers: error.headers,
      });
    });
  const parent = dirname(current);
  return {
    current_path: current,
    parent_path: parent === current ? null : parent,
    entries: entries.sort(
      (a, b) => Number(b.is_directory) - Number(a.is_directory) || naturalCompare(a.name, b.name),
    ),
  };
};

const readEntries = async (
  directory: string,
  includeFiles: boolean,
  drives: BrowseDrives,
): Promise<Entry[]> => {
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
  const entries = await Promise.all(found.map((entry) => describe(directory, entry, drives)));
  return entries.filter(({ is_directory }) => is_directory || includeFiles);
};

/** Describes an entry. A link is described by its target; an inaccessible entry is listed as unreadable. */
const describe = async (
  directory: string,
  entry: Dirent,
  { isDrive, looks }: BrowseDrives,
): Promise<Entry> => {
  const path = join(directory, entry.name);
  const isLink = entry.isSymbolicLink();
  if (!isLink && !(await isDrive(path))) return readEntry(path, entry);
  const unknown = { name: entry.name, path, is_directory: !isLink, is_readable: false };
  const reading = looks.run(path, () => readEntry(path, entry));
  return withTimeout(reading, elsewhereMs, unknown);
};

const readEntry = async (path: string, entry: Dirent): Promise<Entry> => {
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
      return new AppError(
        'Forbidden',
        `The folder "${directory}" cannot be read: Octavo does not have permission`,
      );
    default:
      // A failing drive is not an internal server error.
      return new AppError(
        'ServiceUnavailable',
        `The folder "${directory}" cannot be read now (${code})`,
      );
  }
};
