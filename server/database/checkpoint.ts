import { statSync } from 'node:fs';

import type { Database } from './types.ts';
import { failIfLocked } from './fail-if-locked.ts';

/** Interval between checks of the WAL, ms. */
const intervalMs = 60_000;

/**
 * Writes the WAL into the file of the database and empties it, as closing does: a process that is
 * killed afterwards counts as ended cleanly. Returns false, without waiting, if another connection
 * reads or writes at this moment.
 */
export const checkpoint = (database: Database): boolean => {
  if (!database.open || database.inTransaction) return false;
  try {
    const [result] = failIfLocked(
      database,
      () => database.pragma('wal_checkpoint(TRUNCATE)') as [{ busy: number }],
    );
    return result.busy === 0;
  } catch {
    // A full or failing disk: the WAL keeps everything.
    return false;
  }
};

/**
 * Empties the WAL once nothing was written for a minute, because many processes are killed and not
 * ended: by Windows that shuts down, by power cuts, by containers. Returns a function that stops it.
 */
export const checkpointWhenIdle = (database: Database): (() => void) => {
  const state = () => {
    const wal = statSync(`${database.name}-wal`, { throwIfNoEntry: false });
    return wal && wal.size > 0 ? `${String(wal.size)} ${String(wal.mtimeMs)}` : null;
  };
  let last = state();
  const check = () => {
    const now = state();
    if (now !== null && now === last) checkpoint(database);
    last = now;
  };
  const timer = setInterval(check, intervalMs).unref();
  return () => clearInterval(timer);
};
