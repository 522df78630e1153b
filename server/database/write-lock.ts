import { setTimeout as sleep } from 'node:timers/promises';

import { isDatabaseBusy } from './storage-problem.ts';
import type { Database } from './types.ts';
import { withoutWaiting } from './without-waiting.ts';

/** How long a statement waits for the lock, which blocks the thread; ms. */
const usualMs = 5000;
/** The same while another program keeps the lock, ms: longer than a batch of a scan. */
const lockedMs = 100;
/** How long a request waits, which blocks nobody; ms. */
const patienceMs = 5000;
/** Shorter than the pause between two batches of a scan, ms. */
const lookMs = 5;

/**
 * Lets a request wait for the write lock before it writes: SQLite would block the thread, and everybody with it, while
 * another program writes. Returns null if the lock is free. After five seconds, writes fail soon until it is.
 */
export const createWriteLock = (database: Database): (() => Promise<void> | null) => {
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
      withoutWaiting(database, () => nothing.immediate());
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
