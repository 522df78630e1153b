import type { ScanLibrary } from '../scan/library-store.ts';
import type { Replaced, Step } from '../scan/recognise.ts';
import type { Report } from '../scan/report.ts';
import type { ScanStore } from '../scan/store.ts';
import type { WriteBatch } from '../scan/write-batch.ts';
import type { SeriesIds } from './cover-events.ts';
import type { StaleSeries } from './stale-series.ts';
import { seriesKeyOfUnopened, type SeriesKey } from './series-strategy.ts';
import type { KnownSeries } from './series-store.ts';

/** A scan's knowledge of the series of a library. */
export interface ScanSeries {
  byPath: Map<string, KnownSeries>;
  pathOfSeries: Map<number, string>;
  idsOfSeries: Map<number, SeriesIds>;
  /** Series that are hidden, because none of their books is present. */
  hidden: Set<number>;
  seriesKeys: Map<number, SeriesKey>;
  /** Series to refresh at the end. */
  stale: StaleSeries;
  /** Series with changed files but unchanged metadata: only their date changes. */
  renewed: Set<number>;
  /** Series whose return was already published. */
  returned: Set<number>;
  /** Series created by this scan: later writes to them are not published as changes. */
  made: Set<number>;
  /**
   * Those of `made` that are not published yet: only books that were in other series have come to them, so they can
   * turn out to be one that was renamed or moved.
   */
  unpublished: Set<number>;
}

export type SeriesEvent = (
  type: 'series_created' | 'series_updated' | 'series_deleted',
  ids: SeriesIds,
) => void;
export type BookEvent = (
  type: 'book_created' | 'book_updated' | 'book_deleted',
  id: string,
  seriesPk: number,
) => void;

/** Finds the key of a series by its present books and the strategy of its library. */
export const createKeyOfBooks =
  (store: ScanStore, recogniser: ReturnType<ScanStore['recogniser']>) =>
  (pk: number, path: string, library_id: string): SeriesKey | undefined => {
    const [book] = recogniser.presentBooks(pk);
    const owner = store.library(library_id);
    const seriesKey = book && owner && seriesKeyOfUnopened(owner, book);
    return seriesKey?.key === path ? seriesKey : undefined;
  };

/** Recognises moved series, and applies their new locations. */
export const recogniseSeries = (
  {
    byPath,
    pathOfSeries,
    idsOfSeries,
    hidden,
    seriesKeys,
    stale,
    returned,
    made,
    unpublished,
  }: ScanSeries,
  {
    store,
    library,
    recogniser,
    keyOfBooks,
    batch: { write, flush },
    report,
    seriesEvent,
    bookEvent,
  }: {
    store: ScanStore;
    library: ScanLibrary;
    recogniser: ReturnType<ScanStore['recogniser']>;
    keyOfBooks: ReturnType<typeof createKeyOfBooks>;
    batch: WriteBatch;
    report: Report | undefined;
    seriesEvent: SeriesEvent;
    bookEvent: BookEvent;
  },
): void => {
  /** Applies a new location to a recognised series, or hides it if it has none. */
  const replace = ({ before, location }: Replaced) => {
    const { pk, id } = before;
    const wasShown = before.missing_since === null;
    const ids = location && store.seriesIds(pk);
    if (!location || !ids) {
      made.delete(pk);
      stale.delete(pk);
      if (!unpublished.delete(pk)) seriesEvent('series_deleted', { id, library_id: library.id });
      return;
    }
    const isHere = location.library_pk === library.pk;
    pathOfSeries.set(pk, location.path);
    idsOfSeries.set(pk, ids);
    if (isHere) {
      const series = {
        pk,
        id,
        path: location.path,
        missing_since: null,
        sidecar_modified_ms: null,
        cover_file: null,
      };
      byPath.set(location.path, series);
    }
    const key = keyOfBooks(pk, location.path, ids.library_id);
    if (key) seriesKeys.set(pk, key);
    else seriesKeys.delete(pk);
    hidden.delete(pk);
    stale.add(pk);
    const books = recogniser.presentBooks(pk);
    if (books.length === 0 && wasShown) seriesEvent('series_deleted', ids);
    if (books.length > 0 && !wasShown && !returned.has(pk)) {
      returned.add(pk);
      seriesEvent('series_created', ids);
    }
    for (const book of books) bookEvent('book_updated', book.id, pk);
  };

  let steps: Step[] = [];
  store.transaction(() => {
    steps = recogniser.steps((note) => report?.series(note));
  });
  for (const step of steps) {
    write(() => step().forEach(replace));
    flush();
  }
  write(() => recogniser.decided());
  flush();
};
