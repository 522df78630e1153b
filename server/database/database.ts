import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

import SQLite from 'better-sqlite3';

import { migrate } from './migrate.ts';

export type Database = SQLite.Database;
export type Statement<Parameters extends unknown[] = unknown[], Row = unknown> = SQLite.Statement<
  Parameters,
  Row
>;

/**
 * Opens a connection with the pragmas that every connection needs.
 * WAL lets readers and the scan's writer work side by side; `trusted_schema` off keeps a crafted file
 * from running functions; no mmap, so that a truncated file is an error and not a crash.
 */
export const connect = (path: string): Database => {
  const database = new SQLite(path, { timeout: 5000 });
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = NORMAL');
  database.pragma('foreign_keys = ON');
  database.pragma('trusted_schema = OFF');
  database.pragma('journal_size_limit = 67108864');
  database.pragma('cache_size = -16000');
  database.pragma('temp_store = MEMORY');
  // Triggers of the reading counters touch each other's tables; none may run itself again.
  database.pragma('recursive_triggers = OFF');
  return database;
};

/**
 * Opens the store of the server: creates the file, brings its schema up to date.
 * Throws DatabaseError when the file was written by a newer Octavo.
 */
export const openDatabase = (path: string): Database => {
  mkdirSync(dirname(path), { recursive: true });
  const database = connect(path);
  try {
    migrate(database);
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
};

/** Moves the log into the file and closes; the file then stands alone. */
export const closeDatabase = (database: Database): void => {
  if (!database.open) return;
  database.pragma('optimize');
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
};
