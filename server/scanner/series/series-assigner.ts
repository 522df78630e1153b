import { isoNow } from '../../database/ids.ts';
import type { ScanLibrary } from '../scan/library-store.ts';
import type { Report } from '../scan/report.ts';
import type { ScanReporter } from '../scan/scan-reporter.ts';
import type { ScanStore } from '../scan/store.ts';
import type { WriteBatch } from '../scan/write-batch.ts';
import { createCoverEvents, type SeriesIds } from './cover-events.ts';
import {
  createKeyOfBooks,
  recogniseSeries,
  type BookEvent,
  type SeriesEvent,
  type ScanSeries,
} from './recognise-series.ts';
import { newSeriesRow } from './series-row.ts';
import type { SeriesKey } from './series-strategy.ts';
import { createStaleSeries } from './stale-series.ts';
import { createSummaryWriter, type Sidecars } from './summary-writer.ts';

const loadSeries = (store: ScanStore, library: ScanLibrary): ScanSeries => {
  const series = store.series(library.pk);
  return {
    byPath: new Map(series.map((row) => [row.path, row])),
    pathOfSeries: new Map(series.map(({ pk, path }) => [pk, path])),
    idsOfSeries: new Map(series.map(({ pk, id }) => [pk, { id, library_id: library.id }])),
    hidden: new Set(series.filter((row) => row.missing_since !== null).map(({ pk }) => pk)),
    seriesKeys: new Map(),
    stale: createStaleSeries(store),
    renewed: new Set(),
    returned: new Set(),
    made: new Set(),
    unpublished: new Set(),
  };
};

/** Series of which a file in the folder changed: its description or its cover. */
const changedFolders = (
  byPath: ScanSeries['byPath'],
  sidecars: Sidecars['sidecars'],
  covers: Sidecars['folderCovers'],
): number[] => {
  if (!sidecars) return [];
  const changed = [...byPath.values()].filter(({ path, missing_since, ...known }) => {
    const cover = covers?.get(path);
    const isSame =
      known.sidecar_modified_ms === (sidecars.get(path) ?? null) &&
      known.cover_file === (cover ? JSON.stringify(cover) : null);
    return missing_since === null && !isSame;
  });
  return changed.map(({ pk }) => pk);
};

const createSeriesEvents =
  (reporter: ScanReporter): SeriesEvent =>
  (type, { id, library_id }) =>
    reporter.event({ type, series_id: id, library_id, timestamp: isoNow() });

/** Publishes a series of this scan, once. */
const createPublish =
  (
    unpublished: Set<number>,
    {
      idsOf,
      seriesEvent,
    }: { idsOf: (pk: number) => SeriesIds | undefined; seriesEvent: SeriesEvent },
  ) =>
  (pk: number): void => {
    const ids = idsOf(pk);
    if (unpublished.delete(pk) && ids) seriesEvent('series_created', ids);
  };

const createBookEvents =
  (
    reporter: ScanReporter,
    idsOf: (pk: number) => SeriesIds | undefined,
    publish: (pk: number) => void,
  ): BookEvent =>
  (type, id, seriesPk) => {
    const ids = idsOf(seriesPk);
    if (!ids) return;
    if (type === 'book_created') publish(seriesPk);
    const { id: series_id, library_id } = ids;
    reporter.event({ type, book_id: id, series_id, library_id, timestamp: isoNow() });
  };

/** Of a new series, until its summary is written. */
const unread = { missing_since: null, sidecar_modified_ms: null, cover_file: null };

/** The series of a library during a scan: assigns books to them, and refreshes the changed ones. */
export const createSeriesAssigner = (
  store: ScanStore,
  library: ScanLibrary,
  reporter: ScanReporter,
  batch: WriteBatch,
  { readSidecar, sidecars, folderCovers, report }: Sidecars & { report?: Report },
) => {
  const state = loadSeries(store, library);
  const { byPath, pathOfSeries, idsOfSeries, hidden, seriesKeys } = state;
  const { stale, renewed, returned, made, unpublished } = state;
  /** Series of which this scan has found a book. */
  const found = new Set<number>();
  const recogniser = store.recogniser(library.pk, made);
  const keyOfBooks = createKeyOfBooks(store, recogniser);

  const seriesEvent = createSeriesEvents(reporter);

  // A book can come from a series of another library.
  const idsOf = (pk: number) => idsOfSeries.get(pk) ?? store.seriesIds(pk);
  const publish = createPublish(unpublished, { idsOf, seriesEvent });
  const bookEvent = createBookEvents(reporter, idsOf, publish);
  const covers = createCoverEvents(reporter, idsOf);

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

  /** The key of a series, which is created if new. Only inside a transaction. */
  const seriesAt = (seriesKey: SeriesKey): number => {
    const { key: path } = seriesKey;
    let series = byPath.get(path);
    if (!series) {
      const row = newSeriesRow(library.pk, seriesKey);
      series = { pk: store.insertSeries(row), id: row.id, path, ...unread };
      made.add(series.pk);
      byPath.set(path, series);
      pathOfSeries.set(series.pk, path);
      idsOfSeries.set(series.pk, { id: row.id, library_id: library.id });
      unpublished.add(series.pk);
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
    reporter.progress.series_found = found.size;
    return pk;
  };

  /**
   * Also refreshes the series that a book leaves; its books can identify it at its new location.
   * Returns whether it leaves one.
   */
  const leaves = (bookPk: number, seriesPk: number, seriesKey: SeriesKey): boolean => {
    const current = store.seriesOfBook(bookPk);
    if (current === undefined || current === seriesPk) return false;
    stale.add(current);
    store.provisional.holdForMove(current, seriesPk);
    if (byPath.get(seriesKey.key)?.pk === seriesPk) recogniser.depart(bookPk, current);
    return true;
  };

  const renewSeries = (pk: number): void => {
    const ids = idsOf(pk);
    if (!ids) return;
    batch.write(() => {
      store.renewSeries({ pk, now: isoNow() });
      seriesEvent('series_updated', ids);
    });
  };

  return {
    seriesOf,
    leaves,
    bookEvent,
    coverEvent: covers.ofBook,

    /** Before a book is written: hides its series from restricted people for as long as it must. */
    holdForBook(seriesPk: number, ageRating: number | null): void {
      if (ageRating === null || made.has(seriesPk)) return;
      if (store.provisional.holdForBook(seriesPk, ageRating)) stale.add(seriesPk);
    },

    /** Counts a series with an unchanged book. Returns its path. */
    seen(seriesPk: number): string | undefined {
      found.add(seriesPk);
      reporter.progress.series_found = found.size;
      return pathOfSeries.get(seriesPk);
    },

    /** The series that `finish` refreshes. */
    stale,

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
      batch.write(() => [...unpublished].forEach(publish));
      const changed = stale.with(changedFolders(byPath, sidecars, folderCovers));
      for (const [pk, cause] of changed) {
        // A series can be elsewhere since the scan that named it.
        const path = seriesKeys.has(pk) ? undefined : pathOfSeries.get(pk);
        const seriesKey = path === undefined ? undefined : keyOfBooks(pk, path, library.id);
        if (seriesKey) seriesKeys.set(pk, seriesKey);
        const sidecar = readSidecarOf(pk);
        if (sidecar) batch.write(() => summarize(pk, sidecar, cause), pathOfSeries.get(pk));
      }
      for (const pk of renewed) if (!changed.has(pk)) renewSeries(pk);
    },
  };
};
