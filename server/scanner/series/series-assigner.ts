import { isoNow } from '../../database/ids.ts';
import type { ScanLibrary } from '../scan/library-store.ts';
import type { Replaced, Step } from '../scan/recognise.ts';
import type { Report } from '../scan/report.ts';
import type { ScanReporter } from '../scan/scan-reporter.ts';
import type { ScanStore } from '../scan/store.ts';
import type { WriteBatch } from '../scan/write-batch.ts';
import { newSeriesRow } from './series-row.ts';
import { seriesKeyOfUnopened, type SeriesKey } from './series-strategy.ts';
import type { KnownSeries } from './series-store.ts';
import { createSummaryWriter, type Sidecars } from './summary-writer.ts';

/** What a scan knows about the series of a library. */
interface SeriesState {
  byPath: Map<string, KnownSeries>;
  pathOfSeries: Map<number, string>;
  idsOfSeries: Map<number, SeriesIds>;
  /** Series that are hidden, because none of their books is present. */
  hidden: Set<number>;
  places: Map<number, SeriesKey>;
  /** Series to refresh at the end. */
  dirty: Set<number>;
  /** Series whose return was already published. */
  returned: Set<number>;
  /** Series created by this scan: later writes to them are not published as changes. */
  made: Set<number>;
}

interface SeriesIds {
  id: string;
  library_id: string;
}

const loadSeries = (store: ScanStore, library: ScanLibrary): SeriesState => {
  const series = store.series(library.pk);
  return {
    byPath: new Map(series.map((row) => [row.path, row])),
    pathOfSeries: new Map(series.map(({ pk, path }) => [pk, path])),
    idsOfSeries: new Map(series.map(({ pk, id }) => [pk, { id, library_id: library.id }])),
    hidden: new Set(series.filter((row) => row.missing_since !== null).map(({ pk }) => pk)),
    places: new Map(),
    dirty: new Set(),
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

/** Finds the place of a series by its present books and the strategy of its library. */
const createPlaceOfBooks =
  (store: ScanStore, recogniser: ReturnType<ScanStore['recogniser']>) =>
  (pk: number, path: string, library_id: string): SeriesKey | undefined => {
    const [book] = recogniser.presentBooks(pk);
    const owner = store.library(library_id);
    const place = book && owner && seriesKeyOfUnopened(owner.series_strategy, book);
    return place?.key === path ? place : undefined;
  };

/** Recognises moved series, and applies their new places. */
const recogniseSeries = (
  { byPath, pathOfSeries, idsOfSeries, hidden, places, dirty, returned, made }: SeriesState,
  {
    store,
    library,
    recogniser,
    placeOfBooks,
    batch: { write, flush },
    report,
    seriesEvent,
    bookEvent,
  }: {
    store: ScanStore;
    library: ScanLibrary;
    recogniser: ReturnType<ScanStore['recogniser']>;
    placeOfBooks: ReturnType<typeof createPlaceOfBooks>;
    batch: WriteBatch;
    report: Report | undefined;
    seriesEvent: SeriesEvent;
    bookEvent: BookEvent;
  },
): void => {
  /** Applies a new place to a recognised series, or hides it if it has none. */
  const replace = ({ before, place }: Replaced) => {
    const { pk, id } = before;
    const wasShown = before.missing_since === null;
    const ids = place && store.seriesIds(pk);
    if (!place || !ids) {
      made.delete(pk);
      dirty.delete(pk);
      seriesEvent('series_deleted', { id, library_id: library.id });
      return;
    }
    const isHere = place.library_pk === library.pk;
    pathOfSeries.set(pk, place.path);
    idsOfSeries.set(pk, ids);
    if (isHere) {
      const series = { pk, id, path: place.path, missing_since: null, sidecar_modified_ms: null };
      byPath.set(place.path, series);
    }
    const key = placeOfBooks(pk, place.path, ids.library_id);
    if (key) places.set(pk, key);
    else places.delete(pk);
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
  { readSidecar, sidecars, report }: Sidecars & { report?: Report },
) => {
  const { progress } = reporter;
  const state = loadSeries(store, library);
  const { byPath, pathOfSeries, idsOfSeries, hidden, places, dirty, returned, made } = state;
  /** Series of which this scan has found a book. */
  const found = new Set<number>();
  const recogniser = store.recogniser(library.pk, made);
  const placeOfBooks = createPlaceOfBooks(store, recogniser);

  const seriesEvent: SeriesEvent = (type, ids) =>
    reporter.event({ type, series_id: ids.id, library_id: ids.library_id, timestamp: isoNow() });

  const { readSidecarOf, summarize } = createSummaryWriter({
    store,
    library,
    readSidecar,
    ...(sidecars && { sidecars }),
    places,
    made,
    returned,
    seriesEvent,
  });

  const bookEvent: BookEvent = (type, id, seriesPk) => {
    // A book can come from a series of another library.
    const series = idsOfSeries.get(seriesPk) ?? store.seriesIds(seriesPk);
    if (!series) return;
    const { id: series_id, library_id } = series;
    reporter.event({ type, book_id: id, series_id, library_id, timestamp: isoNow() });
  };

  /** The key of a series, which is created if new. Only inside a transaction. */
  const seriesAt = (place: SeriesKey): number => {
    let series = byPath.get(place.key);
    if (!series) {
      const row = newSeriesRow(library.pk, place);
      const { id } = row;
      const pk = store.insertSeries(row);
      series = { pk, id, path: place.key, missing_since: null, sidecar_modified_ms: null };
      made.add(pk);
      byPath.set(place.key, series);
      pathOfSeries.set(pk, place.key);
      idsOfSeries.set(pk, { id, library_id: library.id });
      seriesEvent('series_created', { id, library_id: library.id });
    }
    places.set(series.pk, place);
    return series.pk;
  };

  /** The series of a book: as manually assigned, else by its path. Only inside a transaction. */
  const seriesOf = (place: SeriesKey, bookPk: number | null): number => {
    const target = { library_pk: library.pk, book_pk: bookPk, key: place.key };
    const pk = store.chosen(target) ?? seriesAt(place);
    const ids = idsOfSeries.get(pk);
    // Published before its books return.
    if (ids && hidden.delete(pk)) {
      returned.add(pk);
      seriesEvent('series_created', ids);
    }
    dirty.add(pk);
    found.add(pk);
    progress.series_found = found.size;
    return pk;
  };

  /** Also refreshes the series that a book leaves; its books can identify it at its new place. */
  const leaves = (bookPk: number, seriesPk: number, place: SeriesKey) => {
    const current = store.seriesOfBook(bookPk);
    if (current === undefined || current === seriesPk) return;
    dirty.add(current);
    if (byPath.get(place.key)?.pk === seriesPk) recogniser.depart(bookPk, current);
  };

  return {
    seriesOf,
    leaves,
    bookEvent,

    /** Counts a series with an unchanged book. Returns its path. */
    seen(seriesPk: number): string | undefined {
      found.add(seriesPk);
      progress.series_found = found.size;
      return pathOfSeries.get(seriesPk);
    },

    /** Marks a series for the final refresh. */
    touch: (seriesPk: number) => dirty.add(seriesPk),

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
          placeOfBooks,
          batch,
          report,
          seriesEvent,
          bookEvent,
        });
      }
      if (sidecars) {
        for (const { pk, path, missing_since, sidecar_modified_ms: known } of byPath.values()) {
          if (missing_since === null && known !== (sidecars.get(path) ?? null)) dirty.add(pk);
        }
      }
      for (const pk of dirty) {
        // A series can be at another place since the scan that named it.
        const path = places.has(pk) ? undefined : pathOfSeries.get(pk);
        const place = path === undefined ? undefined : placeOfBooks(pk, path, library.id);
        if (place) places.set(pk, place);
        const sidecar = readSidecarOf(pk);
        batch.write(() => summarize(pk, sidecar));
      }
    },
  };
};
