import { mkdir, rm, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

import { badField } from '../../../shared/errors.ts';
import { isEmptyFolder } from '../../data-relocation/copy-files.ts';
import { isMarked } from '../../data-relocation/move-marker.ts';
import { lockDataDir } from '../../database/data-lock.ts';
import { parseUserFolder } from '../../paths/parse-user-path.ts';
import { foldersOverlap } from '../../scanner/scan/folder-overlap.ts';
import { withTimeout } from '../../lib/with-timeout.ts';

/** Free space that a server needs in addition to its data, for its log and a backup, bytes. */
const reserveBytes = 500 * 1024 * 1024;
const patienceMs = 10_000;

const field = 'body.path';
const refuse = (message: string) => badField(field, message);

interface TargetOptions {
  dataDir: string;
  /** Bytes to copy. */
  size: number;
  libraries: readonly { name: string; path: string }[];
  isRemote: (path: string) => Promise<boolean>;
}

/**
 * Validates the target folder of a data move and creates it if necessary. Throws BadRequest with a
 * message for an unsuitable one.
 */
export const checkTarget = async (
  path: string,
  options: TargetOptions,
): Promise<{ target: string; wasThere: boolean }> => {
  const target = parseUserFolder(path, field);
  const checked = await withTimeout(check(target, options), patienceMs, null);
  if (checked === null) throw refuse(`The folder "${target}" does not respond`);
  return { target, wasThere: checked.wasThere };
};

const check = async (target: string, options: TargetOptions): Promise<{ wasThere: boolean }> => {
  const { dataDir, size, libraries, isRemote } = options;
  const parent = dirname(target);
  const found = await stat(target).catch(() => null);
  if (found === null && !(await stat(parent).catch(() => null))?.isDirectory()) {
    throw refuse(`The folder "${parent}" does not exist. Connect its drive or choose another.`);
  }
  if (found !== null && !found.isDirectory()) throw refuse(`"${target}" is not a folder`);
  if (await foldersOverlap(target, dataDir)) {
    throw refuse('The new folder is, contains or is inside the current one');
  }
  for (const library of libraries) {
    if (!(await foldersOverlap(target, library.path))) continue;
    throw refuse(`The folder is, contains or is inside the folder of library "${library.name}"`);
  }
  if (await isRemote(target)) {
    throw refuse(
      'The folder is on a network drive, where databases get damaged. Choose a local disk.',
    );
  }
  if (found === null) await attempt(target, () => mkdir(target, { mode: 0o700 }));
  try {
    await attempt(target, async () => {
      if ((await isEmptyFolder(target)) || (await isMarked(target, dataDir))) return;
      throw refuse(`The folder "${target}" is not empty. Choose a new or an empty one.`);
    });
    await checkRoom(target, size);
    await attempt(target, async () => checkLocks(target));
    return { wasThere: found !== null };
  } catch (error) {
    // Also removes the lock file of the lock test.
    if (found === null) await rm(target, { recursive: true, force: true }).catch(() => undefined);
    throw error;
  }
};

const checkRoom = async (target: string, size: number): Promise<void> => {
  const { bavail, bsize } = await statfs(target);
  const needed = size + reserveBytes;
  if (bavail * bsize >= needed) return;
  const megabytes = (bytes: number) => Math.ceil(bytes / 1e6);
  throw refuse(
    `${megabytes(needed)} MB are needed, and ${megabytes(bavail * bsize)} MB are free on the drive of "${target}"`,
  );
};

/** Checks that SQLite can lock files here: a second lock on the same file must be refused. */
const checkLocks = (target: string): void => {
  const unlock = lockDataDir(target);
  try {
    lockDataDir(target)();
  } catch {
    return;
  } finally {
    unlock();
  }
  throw refuse(`The drive of "${target}" knows no locks, which a database needs. Choose another.`);
};

const attempt = async <T>(target: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    const { code, name, message } = error as NodeJS.ErrnoException;
    if (name === 'DatabaseError') throw refuse(message);
    if (code === undefined || name === 'AppError') throw error;
    throw refuse(`The folder "${target}" cannot be written (${code})`);
  }
};
