import { isOwnFault, ownFaultMessage } from './own-faults.ts';
import type { ScanReporter } from './scan-reporter.ts';
import type { ScanStore } from './store.ts';

/** Rows that one transaction writes at most: not many more fit into its time, and all of them wait in memory. */
const batchSize = 200;
/** Time after which a transaction ends, ms: a write of a request waits for it, and all others with it. */
const maxMs = 50;
/** Pause between transactions, ms: without it the write lock is rarely free for others. */
const restMs = 5;

const sleeper = new Int32Array(new SharedArrayBuffer(4));

interface Write {
  work: () => void;
  /** Of the book or series; without one, a failure ends the scan. */
  path: string | undefined;
}

/** Collects writes into transactions. The events of each are sent once it is committed. */
export const createWriteBatch = (
  store: Pick<ScanStore, 'transaction'>,
  reporter: Pick<ScanReporter, 'dropEvents' | 'flushEvents' | 'error'>,
) => {
  let pending: Write[] = [];
  let committedAt = -Infinity;

  /** Blocks the thread; costs nothing if reading files has taken as long meanwhile. */
  const rest = () => {
    const left = restMs - (performance.now() - committedAt);
    if (left > 0) Atomics.wait(sleeper, 0, 0, left);
  };

  /** Reports the mistake of one write, so that the others are written. */
  const perform = ({ work, path }: Write) => {
    try {
      work();
    } catch (error) {
      if (path === undefined || !isOwnFault(error)) throw error;
      reporter.error(path, ownFaultMessage(error));
    }
  };

  /** Writes as much as fits into one transaction. */
  const commit = () => {
    const batch = pending;
    pending = [];
    let written = 0;
    rest();
    try {
      store.transaction(() => {
        const end = performance.now() + maxMs;
        for (const next of batch) {
          perform(next);
          written += 1;
          if (performance.now() >= end) break;
        }
      });
    } catch (error) {
      reporter.dropEvents();
      throw error;
    }
    committedAt = performance.now();
    pending = [...batch.slice(written), ...pending];
    reporter.flushEvents();
  };

  /** Writes everything that is pending. */
  const flush = () => {
    while (pending.length > 0) commit();
  };

  const write = (work: () => void, path?: string) => {
    pending.push({ work, path });
    if (pending.length >= batchSize) commit();
  };

  return { write, flush };
};

export type WriteBatch = ReturnType<typeof createWriteBatch>;
