import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';

import SQLite from 'better-sqlite3';

import type { Database } from './types.ts';
import { discard } from '../lib/discard.ts';
import { removeDatabaseFiles } from './database-files.ts';
import { checkDatabase } from './maintenance.ts';
import { isKnownVersion, newestVersion } from './migrate.ts';
import { DatabaseError } from './types.ts';
import { renameFile } from '../lib/rename-file.ts';
import { createPrivateFile } from './file-permissions.ts';
import { hasOwnSchema } from './schema.ts';
import { sealDatabase } from './seal.ts';
import { sqlitePath } from './sqlite-path.ts';

/** Error messages for files that cannot be restored. */
const backupProblems = {
  foreign: 'This file is not an Octavo backup.',
  newer: 'This backup was written by a newer version of Octavo. Update Octavo, then restore it.',
  damaged: 'This backup is damaged and cannot be restored.',
} as const;

/**
 * Writes and verifies a snapshot of a database in use. The target appears only when complete.
 * Blocks its thread.
 */
export const writeBackup = (database: Database, target: string): void => {
  const draft = `${target}.partial`;
  removeDatabaseFiles(draft);
  try {
    createPrivateFile(draft);
    database.prepare('VACUUM INTO ?').run(sqlitePath(draft));
    refuseDamage(draft);
    sealDatabase(draft);
    renameFile(draft, target);
  } finally {
    discard(() => removeDatabaseFiles(draft));
  }
};

/**
 * Reads and verifies a whole file; in WAL mode SQLite creates a log beside it. Throws DatabaseError
 * with a message if it cannot be restored, including an Octavo database to which someone added a
 * trigger, view or table.
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

/** Bytes of the file header that `describeBackupHead` needs. */
export const backupHeadBytes = 100;

interface BackupHead {
  schema_version: number | null;
  problem: string | null;
}

/**
 * Returns the schema version from the start of a file
 * (https://www.sqlite.org/fileformat.html#the_database_header), and what is wrong with the file, as far as
 * that and its size in bytes show.
 */
export const describeBackupHead = (head: Buffer, size: number): BackupHead => {
  if (head.length < backupHeadBytes || head.toString('latin1', 0, 16) !== 'SQLite format 3\0') {
    return { schema_version: null, problem: backupProblems.foreign };
  }
  const version = head.readInt32BE(60);
  if (version <= 0) return { schema_version: version, problem: backupProblems.foreign };
  return { schema_version: version, problem: problemOf(head, version, size) };
};

const problemOf = (head: Buffer, version: number, size: number): string | null => {
  if (version > newestVersion()) return backupProblems.newer;
  if (!isKnownVersion(version)) return backupProblems.foreign;
  return size < sizeInHeader(head) ? backupProblems.damaged : null;
};

/** Bytes of the whole database; 0 if the number of pages is stale. */
const sizeInHeader = (head: Buffer): number => {
  const pageSize = head.readUInt16BE(16);
  const isCurrent = head.readUInt32BE(24) === head.readUInt32BE(92);
  return isCurrent ? head.readUInt32BE(28) * (pageSize === 1 ? 65_536 : pageSize) : 0;
};

const readBackupHead = (file: string): BackupHead => {
  if (!existsSync(file)) return { schema_version: null, problem: backupProblems.foreign };
  const head = Buffer.alloc(backupHeadBytes);
  const handle = openSync(file, 'r');
  try {
    const bytesRead = readSync(handle, head, 0, backupHeadBytes, 0);
    return describeBackupHead(head.subarray(0, bytesRead), fstatSync(handle).size);
  } finally {
    closeSync(handle);
  }
};
