import { closeSync, existsSync, openSync, readSync, renameSync, rmSync } from 'node:fs';

import SQLite from 'better-sqlite3';

import type { Database } from './database.ts';
import { checkDatabase } from './maintenance.ts';
import { DatabaseError, newestVersion } from './migrate.ts';
import { createPrivateFile } from './private-files.ts';
import { sqlitePath } from './sqlite-path.ts';

/** The sentences for files that cannot be restored. */
const backupProblems = {
  foreign: 'This file is no backup of Octavo.',
  newer: 'This backup was written by a newer version of Octavo. Update Octavo, then restore it.',
  damaged: 'This backup is damaged and cannot be restored.',
} as const;

/**
 * Writes a copy of a database in use, as it is at this moment, and checks it. The target appears only
 * when it is whole. Blocks its thread until it is done.
 */
export const writeBackup = (database: Database, target: string): void => {
  const draft = `${target}.partial`;
  rmSync(draft, { force: true });
  try {
    createPrivateFile(draft);
    database.prepare('VACUUM INTO ?').run(sqlitePath(draft));
    checkBackup(draft);
    renameSync(draft, target);
  } finally {
    rmSync(draft, { force: true });
  }
};

/** Reads a whole file. Throws DatabaseError, a sentence, for what cannot be restored. */
export const checkBackup = (file: string): void => {
  const { problem } = readBackupHead(file);
  if (problem !== null) throw new DatabaseError(problem);
  try {
    if (!isOurs(file)) throw new DatabaseError(backupProblems.foreign);
    if (checkDatabase(file).length > 0) throw new DatabaseError(backupProblems.damaged);
  } catch (error) {
    if (error instanceof SQLite.SqliteError) throw new DatabaseError(backupProblems.damaged);
    throw error;
  }
};

const isOurs = (file: string): boolean => {
  const database = new SQLite(sqlitePath(file), { readonly: true });
  try {
    const tables = ['libraries', 'series', 'books', 'users', 'progress', 'settings'];
    const found = database
      .prepare<[string], number>(
        `SELECT count(*) FROM sqlite_master
         WHERE type = 'table' AND name IN (SELECT value FROM json_each(?))`,
      )
      .pluck()
      .get(JSON.stringify(tables));
    return found === tables.length;
  } finally {
    database.close();
  }
};

const headBytes = 100;

/**
 * What the first bytes of a file tell: the version of its schema, which SQLite keeps at byte 60
 * (https://www.sqlite.org/fileformat.html#the_database_header), and what is wrong with it.
 */
export const readBackupHead = (
  file: string,
): { schema_version: number | null; problem: string | null } => {
  if (!existsSync(file)) return { schema_version: null, problem: backupProblems.foreign };
  const head = Buffer.alloc(headBytes);
  const handle = openSync(file, 'r');
  try {
    readSync(handle, head, 0, headBytes, 0);
  } finally {
    closeSync(handle);
  }
  if (head.toString('latin1', 0, 16) !== 'SQLite format 3\0') {
    return { schema_version: null, problem: backupProblems.foreign };
  }
  const version = head.readInt32BE(60);
  if (version <= 0) return { schema_version: version, problem: backupProblems.foreign };
  const problem = version > newestVersion() ? backupProblems.newer : null;
  return { schema_version: version, problem };
};
