import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { z } from 'zod';

import { writeWhole } from '../config/write-whole.ts';
import { checkBackup } from './backup.ts';
import { closeDatabase, connect, openDatabase } from './database.ts';
import { databaseParts, removeDatabaseFiles } from './database-files.ts';
import { now } from './ids.ts';

/** The database that the next start takes, and the name of the backup that it was made from. */
const stagedFile = (dataDir: string) => join(dataDir, 'restore.db');
const nameFile = (dataDir: string) => join(dataDir, 'restore.txt');
/** Where the database before is kept, until a server has started with the restored one. */
const trialFile = (dataDir: string) => join(dataDir, 'restore-trial.json');

const presentFile = (dataDir: string) => join(dataDir, 'octavo.db');

/**
 * Checks a backup and makes a database of it for the next start: a copy with the present schema, in which
 * nobody is signed in and no task waits, since both belong to another time.
 * Throws DatabaseError, a sentence, for what cannot be restored.
 */
export const stageRestore = (file: string, name: string, dataDir: string): void => {
  const staged = stagedFile(dataDir);
  const draft = join(dataDir, 'restore-draft', 'restore.db');
  cancelStagedRestore(dataDir);
  rmSync(dirname(draft), { recursive: true, force: true });
  mkdirSync(dirname(draft), { recursive: true, mode: 0o700 });
  try {
    copyFileSync(file, draft);
    // The copy, because looking at a file in WAL mode leaves a log beside it.
    checkBackup(draft);
    forgetThePast(draft);
    writeWhole(nameFile(dataDir), name);
    renameSync(draft, staged);
  } finally {
    rmSync(dirname(draft), { recursive: true, force: true });
  }
};

const forgetThePast = (file: string): void => {
  const database = openDatabase(file);
  try {
    database.exec('DELETE FROM sessions');
    database
      .prepare(
        `UPDATE tasks SET status = 'cancelled', completed_at = ? WHERE status IN ('pending', 'running')`,
      )
      .run(now());
  } finally {
    closeDatabase(database);
  }
};

/** Whether a database waits for the next start. */
export const hasStagedRestore = (dataDir: string): boolean => existsSync(stagedFile(dataDir));

/** The name of the backup that the next start restores, or null. */
export const stagedRestore = (dataDir: string): string | null =>
  hasStagedRestore(dataDir) ? readFileSync(nameFile(dataDir), 'utf8') : null;

/** Gives whether there was one. */
export const cancelStagedRestore = (dataDir: string): boolean => {
  const wasThere = hasStagedRestore(dataDir);
  rmSync(stagedFile(dataDir), { force: true });
  rmSync(nameFile(dataDir), { force: true });
  return wasThere;
};

/**
 * Puts a staged database in the place of the present one, which becomes the file `keepAs`, on trial until
 * `proveRestore`. For a data directory that nobody has opened. Cut off at any step, the next start goes on with it.
 * Returns where the present one is kept; null where nothing was to do.
 */
export const takeStagedRestore = (dataDir: string, keepAs: string): string | null => {
  if (!hasStagedRestore(dataDir)) {
    // An earlier start may have been cut off at the last step.
    rmSync(nameFile(dataDir), { force: true });
    return null;
  }
  const present = presentFile(dataDir);
  const kept = begunAs(dataDir) ?? keepAs;
  settle(present);
  mkdirSync(dirname(kept), { recursive: true, mode: 0o700 });
  writeWhole(trialFile(dataDir), JSON.stringify({ kept }));
  for (const part of databaseParts) {
    if (existsSync(present + part)) renameSync(present + part, kept + part);
  }
  renameSync(stagedFile(dataDir), present);
  rmSync(nameFile(dataDir), { force: true });
  return kept;
};

/** Where an earlier start, cut off, has kept the database already. */
const begunAs = (dataDir: string): string | null => {
  const kept = keptBy(dataDir);
  return kept !== null && !existsSync(presentFile(dataDir)) ? kept : null;
};

/** A server has started with the database that is there. */
export const proveRestore = (dataDir: string): void => rmSync(trialFile(dataDir), { force: true });

/**
 * Puts back the database from before a restore whose first start failed. For a data directory that nobody has
 * opened. Gives whether there was one that can be used.
 */
export const undoRestore = (dataDir: string): boolean => {
  const kept = keptBy(dataDir);
  // One with a log was damaged already, or it would have been moved into the file.
  if (kept === null || !existsSync(kept) || existsSync(`${kept}-wal`)) return false;
  const present = presentFile(dataDir);
  // Its log must never meet another database.
  for (const part of ['-wal', '-shm']) rmSync(present + part, { force: true });
  renameSync(kept, present);
  removeDatabaseFiles(kept);
  proveRestore(dataDir);
  return true;
};

const trialSchema = z.object({ kept: z.string() });

const keptBy = (dataDir: string): string | null => {
  try {
    return trialSchema.parse(JSON.parse(readFileSync(trialFile(dataDir), 'utf8'))).kept;
  } catch {
    return null;
  }
};

/** Moves the log into the file, so that the file is all there is; one that is damaged is kept as it is. */
const settle = (file: string): void => {
  if (!existsSync(file)) return;
  try {
    closeDatabase(connect(file));
  } catch {
    // Its parts are kept beside each other.
  }
};
