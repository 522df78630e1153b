import { setTimeout as sleep } from 'node:timers/promises';

import { isDatabaseBusy, storageProblem } from './storage-problem.ts';
import type { Database } from './types.ts';
import { failIfLocked } from './fail-if-locked.ts';

/** How long a statement waits for the lock, which blocks the thread; ms. */
const usualMs = 5000;
/** The same while another program keeps the lock, ms: longer than a batch of a scan. */
const lockedMs = 100;
/** How long a request waits, which blocks nobody; ms. */
const patienceMs = 5000;
/** Shorter than the pause between two batches of a scan, ms. */
const lookMs = 5;

/**
 * Lets a request or a task wait for the write lock before it writes: SQLite would block the thread, and everybody with it,
 * while another program writes. Returns null if the lock is free. After five seconds, writes fail soon until it is.
 */
export type WriteLock = () => Promise<void> | null;

export const createWriteLock = (database: Database): WriteLock => {
  const nothing = database.transaction(() => undefined);
  let isLocked = false;
  let waiting: Promise<void> | null = null;

  const setLocked = (next: boolean): void => {
    if (next === isLocked) return;
    isLocked = next;
    database.pragma(`busy_timeout = ${next ? lockedMs : usualMs}`);
  };

  const isFree = (): boolean => {
    if (!database.open || database.inTransaction) return true;
    try {
      failIfLocked(database, () => nothing.immediate());
    } catch (error) {
      // Any other problem is that of the write.
      return !isDatabaseBusy(error);
    }
    setLocked(false);
    return true;
  };

  const untilFree = async (): Promise<void> => {
    const end = performance.now() + patienceMs;
    while (!isFree()) {
      if (performance.now() >= end) {
        setLocked(true);
        break;
      }
      await sleep(lookMs, undefined, { ref: false });
    }
    waiting = null;
  };

  return () => {
    if (waiting === null && !isFree() && !isLocked) waiting = untilFree();
    return waiting;
  };
};

/** Runs at once if the lock is free, else when it is, or when writes fail soon. */
export const whenUnlocked = (writeLock: WriteLock, run: () => void): void => {
  const waiting = writeLock();
  if (waiting) void waiting.then(run);
  else run();
};

/** Writes at once if the lock is free, else later. */
export type LateWrite = (write: () => void) => void;

/** For parts that are used without other programs beside them, as in tests. */
export const writeAtOnce: LateWrite = (write) => write();
/** For the same parts: the lock is always free. */
export const neverLocked: WriteLock = () => null;

/**
 * Writes what nobody waits for and what the next use writes again, such as a time of last use. Leaves it out if the lock
 * does not become free, and if nothing can be saved.
 */
export const createLateWrite =
  (database: Database, writeLock: WriteLock): LateWrite =>
  (write) => {
    whenUnlocked(writeLock, () => {
      if (!database.open) return;
      try {
        write();
      } catch (error) {
        if (storageProblem(error) === null) throw error;
      }
    });
  };
