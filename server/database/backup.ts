import { closeSync, existsSync, openSync, readSync, renameSync } from 'node:fs';

import SQLite from 'better-sqlite3';

import type { Database } from './database.ts';
import { removeDatabaseFiles } from './database-files.ts';
import { checkDatabase } from './maintenance.ts';
import { DatabaseError, newestVersion } from './migrate.ts';
import { createPrivateFile } from './private-files.ts';
import { hasOwnSchema } from './schema.ts';
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
  removeDatabaseFiles(draft);
  try {
    createPrivateFile(draft);
    database.prepare('VACUUM INTO ?').run(sqlitePath(draft));
    refuseDamage(draft);
    renameSync(draft, target);
  } finally {
    removeDatabaseFiles(draft);
  }
};

/**
 * Reads a whole file; in WAL mode SQLite creates a log beside it. Throws DatabaseError with a sentence where it cannot
 * be restored, including a database of Octavo to which somebody added a trigger, a view or a table.
 */
export const checkBackup = (file: string): void => {
  const { problem, schema_version: version } = readBackupHead(file);
  if (problem !== null) throw new DatabaseError(problem);
  try {
    if (!hasOwnSchema(file, version ?? 0)) throw new DatabaseError(backupProblems.foreign);
  } catch (error) {
    throw asDamage(error);
  }
  refuseDamage(file);
};

const refuseDamage = (file: string): void => {
  try {
    if (checkDatabase(file).length > 0) throw new DatabaseError(backupProblems.damaged);
  } catch (error) {
    throw asDamage(error);
  }
};

const asDamage = (error: unknown): unknown =>
  error instanceof SQLite.SqliteError ? new DatabaseError(backupProblems.damaged) : error;

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
