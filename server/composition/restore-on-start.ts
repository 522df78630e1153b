import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { Logger } from 'pino';

import { lockDataDir } from '../database/data-lock.ts';
import {
  proveRestore,
  removeRestoreDrafts,
  installStagedRestore,
  undoRestore,
} from '../database/restore.ts';
import { discard } from '../lib/discard.ts';
import { removeDraft } from '../lib/write-file-atomic.ts';

/** Puts the database from before a restore back. False where there was no restore, or another server runs. */
export const tryUndoRestore = (dataDir: string): boolean => {
  try {
    const unlock = lockDataDir(dataDir);
    try {
      return undoRestore(dataDir);
    } finally {
      unlock();
    }
  } catch {
    // Another server is using it.
    return false;
  }
};

/** Removes half-written files of a process that was killed; a full disk keeps them. */
export const removeDrafts = (dataDir: string): void => {
  discard(() => removeDraft(join(dataDir, 'secrets.json')));
  discard(() => removeRestoreDrafts(dataDir));
};

/**
 * Applies a staged restore and returns the path of the replaced database. As long as the present database is in
 * place, a restore that cannot begin does not keep the server from starting.
 */
export const applyStagedRestore = (
  dataDir: string,
  keepAs: string,
  log: Pick<Logger, 'error'>,
): string | null => {
  try {
    return installStagedRestore(dataDir, keepAs);
  } catch (error) {
    if (!existsSync(join(dataDir, 'octavo.db'))) throw error;
    log.error({ err: error }, 'restore left to the next start');
    return null;
  }
};

/** Records that the server started with the restored database, so that no later start undoes the restore. */
export const confirmRestore = (dataDir: string, log: Pick<Logger, 'error'>): void => {
  try {
    proveRestore(dataDir);
  } catch (error) {
    log.error({ err: error }, 'note of the restore not removed');
  }
};
