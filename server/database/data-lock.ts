import { join } from 'node:path';

import SQLite from 'better-sqlite3';

import { makeFolderSync } from '../lib/make-folder.ts';
import { DatabaseError } from './types.ts';
import { createPrivateFile, restrictToOwner, ownedByAnotherUser } from './file-permissions.ts';
import { sqlitePath } from './sqlite-path.ts';

/** The longest database path in a data directory: a backup being written. */
const longestName = join('backups', 'octavo-20260131-040000-000-before-restore.db.partial');

/**
 * Locks the data directory for this server; two servers on one database would corrupt each other's
 * work. The lock is an exclusive transaction on a small SQLite file: the operating system drops it
 * when the process exits in whatever way, so a crash or a reused process id never leaves it behind.
 * Returns the function that releases it. Throws DatabaseError with a one-line message for the user.
 */
export const lockDataDir = (dataDir: string): (() => void) => {
  try {
    sqlitePath(join(dataDir, longestName));
    makeFolderSync(dataDir);
    const file = join(dataDir, 'octavo.lock');
    createPrivateFile(file);
    const lock = new SQLite(sqlitePath(file), { timeout: 0 });
    try {
      lock.exec('BEGIN EXCLUSIVE');
      restrictToOwner(dataDir);
    } catch (error) {
      lock.close();
      throw error;
    }
    return () => lock.close();
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown cause';
    if (code.startsWith('SQLITE_BUSY')) {
      throw new DatabaseError(
        `The data directory ${dataDir} is in use by another Octavo; stop it or choose another with --data-dir`,
      );
    }
    if (code === 'EACCES' || code === 'EPERM') {
      throw new DatabaseError(ownedByAnotherUser(dataDir, 'written'));
    }
    throw new DatabaseError(`The data directory ${dataDir} cannot be written (${code})`);
  }
};
