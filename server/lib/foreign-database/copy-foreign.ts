import { constants } from 'node:fs';
import { copyFile, lstat, open, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { toLongPath } from '../../paths/windows-long-path.ts';
import { ForeignDatabaseError } from './foreign-error.ts';
import { refuseOwnDatabase } from './own-database.ts';

/** How often a database that changes while it is copied is copied again. */
const attempts = 3;
const magic = 'SQLite format 3\0';
/** A rollback journal that begins with these bytes belongs to a transaction that did not end. */
const hotJournal = Buffer.from([0xd9, 0xd5, 0x05, 0xf9]);

/**
 * Copies a database with its write-ahead log into a folder, because opening the original would
 * write beside it. A rollback journal is not copied: it can name other files, which SQLite would
 * open and delete. Throws ForeignDatabaseError for anything but a complete database.
 */
export const copyForeign = async (
  file: string,
  folder: string,
  { program, maxBytes, signal }: { program: string; maxBytes: number; signal: AbortSignal },
): Promise<string> => {
  for (const suffix of ['', '-wal', '-journal']) await refuseOwnDatabase(`${file}${suffix}`);
  const target = join(folder, 'database.sqlite');
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    signal.throwIfAborted();
    const before = await stateOf(file, program, maxBytes);
    await copyPart(file, target);
    if (before.wal !== null) await copyPart(`${file}-wal`, `${target}-wal`);
    const after = await stateOf(file, program, maxBytes);
    if (JSON.stringify(before) === JSON.stringify(after)) {
      await assertDatabase(target, program);
      return target;
    }
  }
  throw new ForeignDatabaseError(
    `${program} is writing this database. Close ${program}, and try again.`,
  );
};

const copyPart = (source: string, target: string) =>
  copyFile(toLongPath(source), toLongPath(target), constants.COPYFILE_FICLONE);

const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'].includes(
    (error as NodeJS.ErrnoException).code ?? '',
  );

interface DatabaseState {
  main: string;
  wal: string | null;
}

const stateOf = async (file: string, program: string, maxBytes: number): Promise<DatabaseState> => {
  const main = await stat(toLongPath(file)).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
    throw new ForeignDatabaseError('This file does not exist. Choose the database again.');
  });
  if (!main.isFile()) throw new ForeignDatabaseError('This is not a file. Choose the database.');
  const wal = await beside(`${file}-wal`);
  if (main.size + (wal?.size ?? 0) > maxBytes) {
    throw new ForeignDatabaseError(
      `This database is larger than ${Math.floor(maxBytes / 1024 ** 2)} MiB, which is more than Octavo reads.`,
    );
  }
  if (await isHot(`${file}-journal`)) {
    throw new ForeignDatabaseError(
      `${program} did not finish writing this database. Start ${program} once, close it, and try again.`,
    );
  }
  const mark = (stats: { size: number; mtimeMs: number }) => `${stats.size}:${stats.mtimeMs}`;
  return { main: mark(main), wal: wal && mark(wal) };
};

/** Links beside the database are not followed: they can lead anywhere. */
const beside = async (path: string) => {
  const stats = await lstat(toLongPath(path)).catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  return stats?.isFile() === true && stats.size > 0 ? stats : null;
};

const isHot = async (journal: string): Promise<boolean> => {
  if ((await beside(journal)) === null) return false;
  return (await firstBytes(journal, hotJournal.length)).equals(hotJournal);
};

const firstBytes = async (path: string, length: number): Promise<Buffer> => {
  const handle = await open(toLongPath(path));
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
};

const assertDatabase = async (file: string, program: string): Promise<void> => {
  const head = await firstBytes(file, magic.length);
  if (head.toString('latin1') === magic) return;
  throw new ForeignDatabaseError(`This file is not a database of ${program}.`);
};
