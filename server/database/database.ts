import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

import SQLite from 'better-sqlite3';

import { prepareWhenUsed } from './later-statement.ts';
import { DatabaseError, migrate } from './migrate.ts';
import { createPrivateFile } from './private-files.ts';
import { fillSearchIndex, keepSearchIndex } from './search-index.ts';
import { sqlitePath } from './sqlite-path.ts';

export type Database = SQLite.Database;
export type Statement<Parameters extends unknown[] = unknown[], Row = unknown> = SQLite.Statement<
  Parameters,
  Row
>;

/** Pages of the file that a connection keeps in memory; KiB. */
const cacheKiB = 16_000;

/**
 * Opens a connection with the pragmas that every connection needs.
 * WAL lets readers and the scan's writer work side by side; `trusted_schema` off keeps a crafted file
 * from running functions; no mmap, so that a truncated file is an error and not a crash.
 */
export const connect = (path: string, kept = cacheKiB): Database => {
  const database = new SQLite(sqlitePath(path), { timeout: 5000 });
  try {
    return configure(database, kept);
  } catch (error) {
    // An open handle would keep Windows from putting a backup in the place of a damaged file.
    database.close();
    throw error;
  }
};

const configure = (database: Database, kept: number): Database => {
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = NORMAL');
  database.pragma('foreign_keys = ON');
  database.pragma('trusted_schema = OFF');
  database.pragma('journal_size_limit = 67108864');
  database.pragma(`cache_size = -${kept}`);
  database.pragma('temp_store = MEMORY');
  // Triggers of the reading counters touch each other's tables; none may run itself again.
  database.pragma('recursive_triggers = OFF');
  prepareWhenUsed(database);
  keepSearchIndex(database);
  return database;
};

/**
 * Opens the store of the server: creates the file, brings its schema up to date.
 * After an unclean end the file is checked before anything is written to it.
 * Throws DatabaseError when the file is damaged or was written by a newer Octavo.
 */
export const openDatabase = (path: string): Database => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const clean = endedCleanly(path);
  makePrivate(path);
  const database = connectOrExplain(path);
  try {
    if (!clean) refuseDamage(database);
    if (migrate(database)) {
      keepSearchIndex(database);
      fillSearchIndex(database);
    }
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
};

/** Closing moves the log into the file and removes it: one that is left tells of a crash. */
export const endedCleanly = (path: string): boolean =>
  (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0;

const connectOrExplain = (path: string): Database => {
  try {
    return connect(path);
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    const { code = 'unknown cause' } = error as NodeJS.ErrnoException;
    throw code === 'SQLITE_NOTADB' || code === 'SQLITE_CORRUPT'
      ? damaged(path)
      : new DatabaseError(`The database ${path} cannot be opened (${code})`);
  }
};

/** Its log and index take the rights of the file. */
const makePrivate = (path: string): void => {
  try {
    createPrivateFile(path);
  } catch {
    // SQLite says what is wrong.
  }
};

const refuseDamage = (database: Database): void => {
  if (database.pragma('quick_check(1)', { simple: true }) !== 'ok') throw damaged(database.name);
};

const damaged = (path: string) =>
  new DatabaseError(
    `The database ${path} is damaged. Put a backup in its place; octavo check says what is wrong.`,
  );

/** Moves the log into the file and closes; the file then stands alone. */
export const closeDatabase = (database: Database): void => {
  if (!database.open) return;
  database.pragma('optimize');
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
};
