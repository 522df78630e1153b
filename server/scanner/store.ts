import type { Database } from '../database/database.ts';
import { createBookStore } from './book-store.ts';
import { createLibraryStore } from './library-store.ts';
import { createPlacementStore } from './placement-store.ts';
import { createSeriesStore } from './series-store.ts';

/** The statements of a scan, prepared once for its connection. */
export const createScanStore = (database: Database) => ({
  ...createPlacementStore(database),
  ...createLibraryStore(database),
  ...createBookStore(database),
  ...createSeriesStore(database),
  /** Runs `work` as one transaction that takes the writer's lock at once, so that it cannot fail halfway. */
  atomically: (work: () => void) => {
    database.transaction(work).immediate();
  },
});

export type ScanStore = ReturnType<typeof createScanStore>;
