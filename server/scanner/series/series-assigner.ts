import { isoNow } from '../../database/ids.ts';
import type { ScanLibrary } from '../scan/library-store.ts';
import type { Replaced, Step } from '../scan/recognise.ts';
import type { Report } from '../scan/report.ts';
import type { ScanReporter } from '../scan/scan-reporter.ts';
import type { ScanStore } from '../scan/store.ts';
import type { WriteBatch } from '../scan/write-batch.ts';
import { createCoverEvents, type SeriesIds } from './cover-events.ts';
import { newSeriesRow } from './series-row.ts';
import { seriesKeyOfUnopened, type SeriesKey } from './series-strategy.ts';
import type { KnownSeries } from './series-store.ts';
import { createSummaryWriter, type Sidecars } from './summary-writer.ts';

/** A scan's knowledge of the series of a library. */
interface SeriesState {
  byPath: Map<string, KnownSeries>;
  pathOfSeries: Map<number, string>;
  idsOfSeries: Map<number, SeriesIds>;
  /** Series that are hidden, because none of their books is present. */
  hidden: Set<number>;
  seriesKeys: Map<number, SeriesKey>;
  /** Series to refresh at the end. */
  dirty: Set<number>;
  /** Series with changed files that say the same of them: only their date changes. */
  renewed: Set<number>;
  /** Series whose return was already published. */
  returned: Set<number>;
  /** Series created by this scan: later writes to them are not published as changes. */
  made: Set<number>;
}

const loadSeries = (store: ScanStore, library: ScanLibrary): SeriesState => {
  const series = store.series(library.pk);
  return {
    byPath: new Map(series.map((row) => [row.path, row])),
    pathOfSeries: new Map(series.map(({ pk, path }) => [pk, path])),
    idsOfSeries: new Map(series.map(({ pk, id }) => [pk, { id, library_id: library.id }])),
    hidden: new Set(series.filter((row) => row.missing_since !== null).map(({ pk }) => pk)),
    seriesKeys: new Map(),
    dirty: new Set(),
    renewed: new Set(),
    returned: new Set(),
    made: new Set(),
  };
};

type SeriesEvent = (
  type: 'series_created' | 'series_updated' | 'series_deleted',
  ids: SeriesIds,
) => void;
type BookEvent = (
  type: 'book_created' | 'book_updated' | 'book_deleted',
  id: string,
  seriesPk: number,
) => void;

/** Finds the key of a series by its present books and the strategy of its library. */
const createKeyOfBooks =
  (store: ScanStore, recogniser: ReturnType<ScanStore['recogniser']>) =>
  (pk: number, path: string, library_id: string): SeriesKey | undefined => {
    const [book] = recogniser.presentBooks(pk);
    const owner = store.library(library_id);
    const seriesKey = book && owner && seriesKeyOfUnopened(owner, book);
    return seriesKey?.key === path ? seriesKey : undefined;
  };

/** Recognises moved series, and applies their new locations. */
const recogniseSeries = (
  { byPath, pathOfSeries, idsOfSeries, hidden, seriesKeys, dirty, returned, made }: SeriesState,
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
      dirty.delete(pk);
      seriesEvent('series_deleted', { id, library_id: library.id });
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
    dirty.add(pk);
    const books = recogniser.presentBooks(pk);
    if (books.length === 0 && wasShown) seriesEvent('series_deleted', ids);
    if (books.length > 0 && !wasShown && !returned.has(pk)) {
      returned.add(pk);
      seriesEvent('series_created', ids);
    }
    for (const book of books) bookEvent('book_updated', book.id, pk);
  };

  let steps: Step[] = [];
  store.atomically(() => {
    steps = recogniser.steps((note) => report?.series(note));
  });
  for (const step of steps) {
    write(() => step().forEach(replace));
    flush();
  }
  write(() => recogniser.decided());
  flush();
};

/** The series of a library during a scan: assigns books to them, and refreshes the changed ones. */
export const createSeriesAssigner = (
  store: ScanStore,
  library: ScanLibrary,
  reporter: ScanReporter,
  batch: WriteBatch,
  { readSidecar, sidecars, folderCovers, report }: Sidecars & { report?: Report },
) => {
  const { progress } = reporter;
  const state = loadSeries(store, library);
  const { byPath, pathOfSeries, idsOfSeries, hidden, seriesKeys, dirty, renewed, returned, made } =
    state;
  /** Series of which this scan has found a book. */
  const found = new Set<number>();
  const recogniser = store.recogniser(library.pk, made);
  const keyOfBooks = createKeyOfBooks(store, recogniser);

  const seriesEvent: SeriesEvent = (type, ids) =>
    reporter.event({ type, series_id: ids.id, library_id: ids.library_id, timestamp: isoNow() });

  const covers = createCoverEvents(reporter, (pk) => idsOfSeries.get(pk) ?? store.seriesIds(pk));

  const { readSidecarOf, summarize } = createSummaryWriter({
    store,
    library,
    readSidecar,
    ...(sidecars && { sidecars }),
    ...(folderCovers && { folderCovers }),
    seriesKeys,
    made,
    returned,
    seriesEvent,
    coverEvent: covers.ofSeries,
  });

  const bookEvent: BookEvent = (type, id, seriesPk) => {
    // A book can come from a series of another library.
    const series = idsOfSeries.get(seriesPk) ?? store.seriesIds(seriesPk);
    if (!series) return;
    const { id: series_id, library_id } = series;
    reporter.event({ type, book_id: id, series_id, library_id, timestamp: isoNow() });
  };

  /** The key of a series, which is created if new. Only inside a transaction. */
  const seriesAt = (seriesKey: SeriesKey): number => {
    let series = byPath.get(seriesKey.key);
    if (!series) {
      const row = newSeriesRow(library.pk, seriesKey);
      const { id } = row;
      const pk = store.insertSeries(row);
      const { key: path } = seriesKey;
      const unread = { sidecar_modified_ms: null, cover_file: null };
      series = { pk, id, path, missing_since: null, ...unread };
      made.add(pk);
      byPath.set(seriesKey.key, series);
      pathOfSeries.set(pk, seriesKey.key);
      idsOfSeries.set(pk, { id, library_id: library.id });
      seriesEvent('series_created', { id, library_id: library.id });
    }
    seriesKeys.set(series.pk, seriesKey);
    return series.pk;
  };

  /**
   * The series of a book: as manually assigned, else by its path. The caller marks it for the final
   * refresh. Only inside a transaction.
   */
  const seriesOf = (seriesKey: SeriesKey, bookPk: number | null): number => {
    const target = { library_pk: library.pk, book_pk: bookPk, key: seriesKey.key };
    const pk = store.chosen(target) ?? seriesAt(seriesKey);
    const ids = idsOfSeries.get(pk);
    // Published before its books return.
    if (ids && hidden.delete(pk)) {
      returned.add(pk);
      seriesEvent('series_created', ids);
    }
    found.add(pk);
    progress.series_found = found.size;
    return pk;
  };

  /**
   * Also refreshes the series that a book leaves; its books can identify it at its new location.
   * Returns whether it leaves one.
   */
  const leaves = (bookPk: number, seriesPk: number, seriesKey: SeriesKey): boolean => {
    const current = store.seriesOfBook(bookPk);
    if (current === undefined || current === seriesPk) return false;
    dirty.add(current);
    if (byPath.get(seriesKey.key)?.pk === seriesPk) recogniser.depart(bookPk, current);
    return true;
  };

  return {
    seriesOf,
    leaves,
    bookEvent,
    coverEvent: covers.ofBook,

    /** Counts a series with an unchanged book. Returns its path. */
    seen(seriesPk: number): string | undefined {
      found.add(seriesPk);
      progress.series_found = found.size;
      return pathOfSeries.get(seriesPk);
    },

    /** Marks a series for the final refresh. */
    touch: (seriesPk: number) => dirty.add(seriesPk),

    /** Marks a series as updated, without a refresh. */
    renew: (seriesPk: number) => renewed.add(seriesPk),

    /**
     * Refreshes all changed series. Recognises moved ones only after a whole library was seen, when
     * no unfound book can still exist.
     */
    finish(isWhole: boolean): void {
      if (isWhole) {
        recogniseSeries(state, {
          store,
          library,
          recogniser,
          keyOfBooks,
          batch,
          report,
          seriesEvent,
          bookEvent,
        });
      }
      if (sidecars) {
        for (const { pk, path, missing_since, ...known } of byPath.values()) {
          const cover = folderCovers?.get(path);
          const isSame =
            known.sidecar_modified_ms === (sidecars.get(path) ?? null) &&
            known.cover_file === (cover ? JSON.stringify(cover) : null);
          if (missing_since === null && !isSame) dirty.add(pk);
        }
      }
      for (const pk of dirty) {
        // A series can be elsewhere since the scan that named it.
        const path = seriesKeys.has(pk) ? undefined : pathOfSeries.get(pk);
        const seriesKey = path === undefined ? undefined : keyOfBooks(pk, path, library.id);
        if (seriesKey) seriesKeys.set(pk, seriesKey);
        const sidecar = readSidecarOf(pk);
        batch.write(() => summarize(pk, sidecar));
      }
      for (const pk of renewed) {
        const ids = idsOfSeries.get(pk) ?? store.seriesIds(pk);
        if (!ids || dirty.has(pk)) continue;
        batch.write(() => {
          store.renewSeries({ pk, now: isoNow() });
          seriesEvent('series_updated', ids);
        });
      }
    },
  };
};
