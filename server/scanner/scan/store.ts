import { createSearchBatch } from '../../database/search-index.ts';
import { createGapWriter } from '../../database/series-gaps.ts';
import type { Database } from '../../database/types.ts';
import { createChoiceStore } from '../calibre/choice-store.ts';
import { createFormatStore } from '../calibre/format-store.ts';
import { createBookStore } from './book-store.ts';
import { createLibraryStore } from './library-store.ts';
import { createMovedPagesStore } from './moved-pages.ts';
import { createPlacementStore } from '../series/placement-store.ts';
import { createProvisionalSeries } from '../series/provisional-series.ts';
import { createRecogniser } from './recognise.ts';
import { createScanSeriesStore } from '../series/series-store.ts';
import { createVolumeWriter } from '../series/volume-store.ts';

/** SQL statements of a scan, prepared once per connection. */
export const createScanStore = (database: Database) => {
  const inSearchBatch = createSearchBatch(database);
  const { inPlacementBatch, ...placements } = createPlacementStore(database);
  const savepoint = database.transaction((work: () => unknown) => work());
  /** Undoes all writes of `work` if one of them fails. Only inside a transaction. */
  const together = <Result>(work: () => Result): Result => savepoint(work) as Result;
  return {
    ...placements,
    ...createLibraryStore(database),
    ...createBookStore(database),
    ...createMovedPagesStore(database),
    ...createFormatStore(database),
    ...createChoiceStore(database),
    ...createScanSeriesStore(database),
    ...createVolumeWriter(database),
    provisional: createProvisionalSeries(database),
    writeGaps: createGapWriter(database),
    /** Recognises the series of a library; those `made` by the scan itself have no user data yet. */
    recogniser: (libraryPk: number, made: ReadonlySet<number>) =>
      createRecogniser(database, libraryPk, made),
    together,
    /**
     * Runs `work` in an immediate transaction, which acquires the write lock first and therefore
     * cannot fail halfway. The search index follows at its end.
     */
    transaction: (work: () => void) => {
      const batch = () => inPlacementBatch(() => inSearchBatch(work));
      database.transaction(batch).immediate();
    },
  };
};

export type ScanStore = ReturnType<typeof createScanStore>;
