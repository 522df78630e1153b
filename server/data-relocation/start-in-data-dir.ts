import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { ConfigError } from '../config/config.ts';
import { removeDraft } from '../lib/write-file-atomic.ts';
import { discard } from '../lib/discard.ts';
import { hasStagedRestore } from '../database/restore.ts';
import { cancelMove, completeMove } from './complete-move.ts';
import {
  dataDirOf,
  locationFile,
  readLocation,
  updateLocation,
  type Location,
} from './location.ts';
import { markerFile } from './move-marker.ts';

/**
 * Starts a server at the current location of the data: completes a pending move, and falls back to
 * the old location if the first start after a move fails. Throws the errors of the start, and
 * ConfigError if the drive with the data is offline, so that no empty library is created there.
 */
export const startInDataDir = async <Server>(
  home: string,
  start: (dataDir: string) => Promise<Server>,
): Promise<Server> => {
  discard(() => removeDraft(locationFile(home)));
  const isMovedNow = await completeMove(home);
  const { data_dir: moved, settled, previous } = readLocation(home);
  if (moved === null && settled) return start(home);
  const dataDir = moved ?? home;
  try {
    // A restore interrupted between its renames has only the staged database.
    if (!existsSync(join(dataDir, 'octavo.db')) && !hasStagedRestore(dataDir)) {
      throw new ConfigError(
        `The data directory ${dataDir} is not available. Connect its drive and start Octavo again`,
      );
    }
    const server = await start(dataDir);
    if (!settled) discard(() => confirmStart(home, dataDir));
    return server;
  } catch (error) {
    // Without the marker, a server has already started there.
    if (settled || previous === null || !existsSync(markerFile(dataDir))) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const changes: Partial<Location> = {
      data_dir: previous === home ? null : previous,
      settled: true,
      previous: null,
      problem: `Octavo could not start in ${dataDir} (${reason}), so everything stayed where it was.`,
    };
    if (isMovedNow) cancelMove(home, dataDir, changes);
    else discard(() => updateLocation(home, changes));
    // Otherwise the next start would miss what is written here.
    if (dataDirOf(home) !== previous) throw error;
    return start(previous);
  }
};

/** Deletes the marker first: without it, no later start falls back to the old location. */
const confirmStart = (home: string, dataDir: string): void => {
  rmSync(markerFile(dataDir), { force: true });
  updateLocation(home, { settled: true });
};
