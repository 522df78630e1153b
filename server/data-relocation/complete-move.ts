import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { copyClosedDatabase } from '../database/copy-database.ts';
import { discard } from '../lib/discard.ts';
import { removeDatabaseFiles } from '../database/database-files.ts';
import { lockDataDir } from '../database/data-lock.ts';
import { mirrorFiles } from './copy-files.ts';
import { readLocation, updateLocation, type Location } from './location.ts';
import { markerFile } from './move-marker.ts';

/**
 * Completes a pending move at startup: updates the copied files, copies the closed database, and
 * only then records the new location. If interrupted, the data stays in the old location and the
 * next start retries. A failed move is cancelled with a message; if the disk is too full for that,
 * the next start retries as well. Returns whether the data was moved.
 */
export const completeMove = async (home: string): Promise<boolean> => {
  const { next, data_dir: moved } = readLocation(home);
  if (next === null) return false;
  const dataDir = moved ?? home;
  // Copying data onto itself would fail, and calling that off would delete it.
  if (next === dataDir) {
    discard(() => updateLocation(home, { next: null }));
    return false;
  }
  try {
    await copyAll(dataDir, next);
    updateLocation(home, {
      data_dir: next === home ? null : next,
      settled: false,
      next: null,
      previous: dataDir,
      problem: null,
    });
    return true;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    cancelMove(home, next, {
      next: null,
      problem: `The data could not be moved to ${next} (${reason}), so everything stayed where it was.`,
    });
    return false;
  }
};

/**
 * Records that the data is not in `target`, and deletes the unused database copy there, so that the
 * rest can be recognised as an orphaned copy.
 */
export const cancelMove = (home: string, target: string, changes: Partial<Location>): void => {
  discard(() => {
    updateLocation(home, changes);
    removeDatabaseFiles(join(target, 'octavo.db'));
  });
};

const copyAll = async (source: string, target: string): Promise<void> => {
  // The earlier copy must exist: otherwise an offline drive's mount point would be filled.
  if (!statSync(markerFile(target), { throwIfNoEntry: false })) {
    throw new Error('the folder or its drive is not available');
  }
  const unlockSource = lockDataDir(source);
  try {
    mkdirSync(target, { recursive: true, mode: 0o700 });
    const unlockTarget = lockDataDir(target);
    try {
      await mirrorFiles(source, target);
      copyClosedDatabase(join(source, 'octavo.db'), join(target, 'octavo.db'));
    } finally {
      unlockTarget();
    }
  } finally {
    unlockSource();
  }
};
