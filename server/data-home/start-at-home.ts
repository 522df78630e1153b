import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { ConfigError } from '../config/config.ts';
import { hasStagedRestore } from '../database/restore.ts';
import { finishMove } from './finish-move.ts';
import { readLocation, updateLocation } from './location.ts';
import { noteFile } from './move-note.ts';

/**
 * Starts a server where the data of a home lies: makes a move that waits for this start, and goes back to
 * where the data was when the first start after a move fails. Throws what the start throws, and ConfigError
 * where the drive with the data is away: nothing new is begun in its place.
 */
export const startAtHome = async <Server>(
  home: string,
  start: (dataDir: string) => Promise<Server>,
): Promise<Server> => {
  await finishMove(home);
  const { data_dir: moved, settled, previous } = readLocation(home);
  if (moved === null && settled) return start(home);
  const dataDir = moved ?? home;
  try {
    // A restore that was cut off between its renames has only the one that waits.
    if (!existsSync(join(dataDir, 'octavo.db')) && !hasStagedRestore(dataDir)) {
      throw new ConfigError(
        `The data directory ${dataDir} is not there. Connect its drive and start Octavo again`,
      );
    }
    const server = await start(dataDir);
    if (!settled) {
      updateLocation(home, { settled: true });
      rmSync(noteFile(dataDir), { force: true });
    }
    return server;
  } catch (error) {
    if (settled || previous === null) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    updateLocation(home, {
      data_dir: previous === home ? null : previous,
      settled: true,
      previous: null,
      problem: `Octavo could not start in ${dataDir} (${reason}), so everything stayed where it was.`,
    });
    return start(previous);
  }
};
