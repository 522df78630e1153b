import SQLite from 'better-sqlite3';

import type { Database } from './types.ts';
import { parseHead, readHead } from './file-head.ts';
import { packCovers } from './cover-copies.ts';
import { checkDatabase } from './maintenance.ts';
import { isKnownVersion, newestVersion } from './migrate.ts';
import { DatabaseError } from './types.ts';
import { hasOwnSchema } from './schema.ts';
import { sealDatabase } from './seal.ts';
import { writeSnapshot } from './snapshot.ts';

/** Error messages for files that cannot be restored. */
const backupProblems = {
  foreign: 'This file is not an Octavo backup.',
  newer: 'This backup was written by a newer version of Octavo. Update Octavo, then restore it.',
  damaged: 'This backup is damaged and cannot be restored.',
} as const;

/**
 * Writes a verified copy of a database in use, with the uploaded covers. The target appears only when
 * complete. Blocks its thread.
 */
export const writeBackup = (database: Database, target: string): void =>
  writeSnapshot(database, target, (draft) => {
    packCovers(database.name, draft);
    refuseDamage(draft);
    sealDatabase(draft);
  });

/**
 * Reads and verifies a whole file; in WAL mode SQLite creates a log beside it. Throws DatabaseError
 * with a message if it cannot be restored, including an Octavo database to which someone added a
 * trigger, view or table.
 */
export const checkBackup = (file: string): void => {
  const { head, size } = readHead(file);
  const { problem, schema_version: version } = describeBackupHead(head, size);
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

interface BackupHead {
  schema_version: number | null;
  problem: string | null;
}

/**
 * Returns the schema version in the first bytes of a file, and what is wrong with the file as far as those
 * bytes and its size show.
 */
export const describeBackupHead = (head: Buffer, size: number): BackupHead => {
  const parsed = parseHead(head);
  const version = parsed?.schemaVersion ?? null;
  const problem = (): string | null => {
    if (parsed === null || parsed.schemaVersion <= 0) return backupProblems.foreign;
    if (parsed.schemaVersion > newestVersion()) return backupProblems.newer;
    if (!isKnownVersion(parsed.schemaVersion)) return backupProblems.foreign;
    return size < parsed.size ? backupProblems.damaged : null;
  };
  return { schema_version: version, problem: problem() };
};
