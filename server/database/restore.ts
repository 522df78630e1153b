import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { z } from 'zod';

import { removeDraft, writeFileAtomic } from '../lib/write-file-atomic.ts';
import { checkBackup } from './backup.ts';
import { closeDatabase, connect, openDatabase } from './database.ts';
import { discard } from '../lib/discard.ts';
import { databaseParts, removeDatabaseFiles } from './database-files.ts';
import { isoNow } from './ids.ts';
import { renameFile } from '../lib/rename-file.ts';

/** The database for the next start, and the name of the backup it was made from. */
const stagedFile = (dataDir: string) => join(dataDir, 'restore.db');
const nameFile = (dataDir: string) => join(dataDir, 'restore.txt');
/** Records where the previous database is kept until a server has started with the restored one. */
const trialFile = (dataDir: string) => join(dataDir, 'restore-trial.json');

const presentFile = (dataDir: string) => join(dataDir, 'octavo.db');

/**
 * Verifies a backup and stages it for the next start: a copy with the current schema, without
 * sessions and pending tasks, because both are outdated. Throws DatabaseError with a message if it
 * cannot be restored.
 */
export const stageRestore = (file: string, name: string, dataDir: string): void => {
  const staged = stagedFile(dataDir);
  const draft = join(dataDir, 'restore-draft', 'restore.db');
  cancelStagedRestore(dataDir);
  rmSync(dirname(draft), { recursive: true, force: true });
  mkdirSync(dirname(draft), { recursive: true, mode: 0o700 });
  try {
    copyFileSync(file, draft);
    // Checks the copy, because reading a file in WAL mode leaves a log beside it.
    checkBackup(draft);
    clearHistory(draft);
    writeFileAtomic(nameFile(dataDir), name);
    renameFile(draft, staged);
  } finally {
    discard(() => rmSync(dirname(draft), { recursive: true, force: true }));
  }
};

/** Deletes leftovers of a process that was killed while staging a restore. */
export const removeRestoreDrafts = (dataDir: string): void => {
  rmSync(join(dataDir, 'restore-draft'), { recursive: true, force: true });
  for (const file of [nameFile(dataDir), trialFile(dataDir)]) removeDraft(file);
};

const clearHistory = (file: string): void => {
  const database = openDatabase(file);
  try {
    database.exec('DELETE FROM sessions');
    database
      .prepare(
        `UPDATE tasks SET status = 'cancelled', completed_at = ? WHERE status IN ('pending', 'running')`,
      )
      .run(isoNow());
  } finally {
    closeDatabase(database);
  }
};

/** Whether a restore is staged for the next start. */
export const hasStagedRestore = (dataDir: string): boolean => existsSync(stagedFile(dataDir));

/** The name of the backup that the next start restores, or null. */
export const stagedRestore = (dataDir: string): string | null =>
  hasStagedRestore(dataDir) ? readFileSync(nameFile(dataDir), 'utf8') : null;

/** Returns whether one was staged. */
export const cancelStagedRestore = (dataDir: string): boolean => {
  const wasThere = hasStagedRestore(dataDir);
  rmSync(stagedFile(dataDir), { force: true });
  rmSync(nameFile(dataDir), { force: true });
  return wasThere;
};

/**
 * Replaces the current database with the staged one and keeps the former as `keepAs`, on trial
 * until `proveRestore`. Only for a data directory that is not open. If interrupted, the next start
 * continues. Returns where the former one is kept; null if nothing was staged.
 */
export const installStagedRestore = (dataDir: string, keepAs: string): string | null => {
  if (!hasStagedRestore(dataDir)) {
    // An earlier start can have been interrupted at the last step.
    rmSync(nameFile(dataDir), { force: true });
    return null;
  }
  const present = presentFile(dataDir);
  const formerPath = begunAs(dataDir) ?? keepAs;
  settle(present);
  mkdirSync(dirname(formerPath), { recursive: true, mode: 0o700 });
  writeFileAtomic(trialFile(dataDir), JSON.stringify({ kept: formerPath }));
  for (const part of databaseParts) {
    if (existsSync(present + part)) renameFile(present + part, formerPath + part);
  }
  renameFile(stagedFile(dataDir), present);
  rmSync(nameFile(dataDir), { force: true });
  return formerPath;
};

/** Where an interrupted start has already kept the database. */
const begunAs = (dataDir: string): string | null => {
  const formerPath = keptBy(dataDir);
  return formerPath !== null && !existsSync(presentFile(dataDir)) ? formerPath : null;
};

/** Ends the trial: a server has started with the restored database. */
export const proveRestore = (dataDir: string): void => rmSync(trialFile(dataDir), { force: true });

/**
 * Reverts a restore whose first start failed. Only for a data directory that is not open. Returns
 * whether a usable former database existed.
 */
export const undoRestore = (dataDir: string): boolean => {
  const formerPath = keptBy(dataDir);
  // A kept database with a WAL was already damaged, or its WAL would have been checkpointed.
  if (formerPath === null || !existsSync(formerPath) || existsSync(`${formerPath}-wal`))
    return false;
  const present = presentFile(dataDir);
  // Its WAL must never be applied to another database.
  for (const part of ['-wal', '-shm']) rmSync(present + part, { force: true });
  renameFile(formerPath, present);
  removeDatabaseFiles(formerPath);
  proveRestore(dataDir);
  return true;
};

const trialSchema = z.object({ kept: z.string() });

/** Where the replaced database is kept, until the restore is proven; null without a restore. */
export const keptBy = (dataDir: string): string | null => {
  try {
    return trialSchema.parse(JSON.parse(readFileSync(trialFile(dataDir), 'utf8'))).kept;
  } catch {
    return null;
  }
};

/** Checkpoints the WAL, so that the file is complete; a damaged one is kept as it is. */
const settle = (file: string): void => {
  if (!existsSync(file)) return;
  try {
    closeDatabase(connect(file));
  } catch {
    // A damaged database keeps its WAL beside it.
  }
};
