import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { copyClosedDatabase } from '../database/copy-database.ts';
import { lockDataDir } from '../database/data-lock.ts';
import { mirrorFiles } from './copy-files.ts';
import { readLocation, updateLocation } from './location.ts';
import { noteFile } from './move-note.ts';

/**
 * Makes the move that waits for this start: brings what was copied up to date, copies the database, which
 * nobody has open now, and only then says that the data lies there. Cut off at any moment, the data is where
 * it was and the next start begins again. A move that fails is called off with a sentence.
 */
export const finishMove = async (home: string): Promise<void> => {
  const { next, data_dir: moved } = readLocation(home);
  if (next === null) return;
  const dataDir = moved ?? home;
  try {
    await copyAll(dataDir, next);
    updateLocation(home, {
      data_dir: next === home ? null : next,
      settled: false,
      next: null,
      previous: dataDir,
      problem: null,
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    updateLocation(home, {
      next: null,
      problem: `The data could not be moved to ${next} (${reason}), so everything stayed where it was.`,
    });
  }
};

const copyAll = async (from: string, to: string): Promise<void> => {
  // The copy that was made before must be there: a drive that is away would be filled at its mount point.
  if (!statSync(noteFile(to), { throwIfNoEntry: false })) {
    throw new Error('the folder or its drive is not there');
  }
  const unlockSource = lockDataDir(from);
  try {
    mkdirSync(to, { recursive: true, mode: 0o700 });
    const unlockTarget = lockDataDir(to);
    try {
      await mirrorFiles(from, to);
      copyClosedDatabase(join(from, 'octavo.db'), join(to, 'octavo.db'));
    } finally {
      unlockTarget();
    }
  } finally {
    unlockSource();
  }
};
