import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import { checkBackup } from './backup.ts';
import { closeDatabase, connect, openDatabase } from './database.ts';
import { now } from './ids.ts';

/** The database that the next start takes, and the name of the backup that it was made from. */
const stagedFile = (dataDir: string) => join(dataDir, 'restore.db');
const nameFile = (dataDir: string) => join(dataDir, 'restore.txt');

/** Of everything that a database consists of. */
const parts = ['', '-wal', '-shm'];

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
    checkBackup(file);
    copyFileSync(file, draft);
    const database = openDatabase(draft);
    database.exec('DELETE FROM sessions');
    database
      .prepare(
        `UPDATE tasks SET status = 'cancelled', completed_at = ? WHERE status IN ('pending', 'running')`,
      )
      .run(now());
    closeDatabase(database);
    writeFileSync(nameFile(dataDir), name);
    renameSync(draft, staged);
  } finally {
    rmSync(dirname(draft), { recursive: true, force: true });
  }
};

/** The name of the backup that the next start restores, or null. */
export const stagedRestore = (dataDir: string): string | null =>
  existsSync(stagedFile(dataDir)) ? readFileSync(nameFile(dataDir), 'utf8') : null;

/** Gives whether there was one. */
export const cancelStagedRestore = (dataDir: string): boolean => {
  const wasThere = existsSync(stagedFile(dataDir));
  rmSync(stagedFile(dataDir), { force: true });
  rmSync(nameFile(dataDir), { force: true });
  return wasThere;
};

/**
 * Puts a staged database in the place of the present one, which becomes the file `keepAs`. For a data
 * directory that nobody has opened. Gives whether there was anything to do.
 */
export const takeStagedRestore = (dataDir: string, keepAs: string): boolean => {
  const staged = stagedFile(dataDir);
  if (!existsSync(staged)) return false;
  const present = join(dataDir, 'octavo.db');
  settle(present);
  mkdirSync(dirname(keepAs), { recursive: true, mode: 0o700 });
  // A start that was cut off between these two finds no database, and the staged one still there.
  for (const part of parts) {
    if (existsSync(present + part)) renameSync(present + part, keepAs + part);
  }
  renameSync(staged, present);
  rmSync(nameFile(dataDir), { force: true });
  return true;
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
