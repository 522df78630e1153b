import type { ScanReporter } from './scan-reporter.ts';
import type { ScanStore } from './store.ts';

/** Rows that one transaction writes at most, so that no write of a request waits long. */
const batchSize = 1000;

/** Collects writes into transactions. The events of each are sent once it is committed. */
export const createWriteBatch = (
  store: Pick<ScanStore, 'atomically'>,
  reporter: Pick<ScanReporter, 'dropEvents' | 'flushEvents'>,
) => {
  let pending: (() => void)[] = [];

  const flush = () => {
    if (pending.length === 0) return;
    const batch = pending;
    pending = [];
    try {
      store.atomically(() => {
        for (const write of batch) write();
      });
    } catch (error) {
      reporter.dropEvents();
      throw error;
    }
    reporter.flushEvents();
  };

  const write = (work: () => void) => {
    pending.push(work);
    if (pending.length >= batchSize) flush();
  };

  return { write, flush };
};

export type WriteBatch = ReturnType<typeof createWriteBatch>;
