import { join } from 'node:path';

import { newId, now } from '../database/ids.ts';
import type { ReadBook } from './book-row.ts';
import type { KnownBook } from './identity.ts';
import { heldBack, keepLocked, keptColumns, keptFields, type FileValues } from './locks.ts';
import type { ScanReporter } from './scan-reporter.ts';
import type { Report } from './report.ts';
import { newSeriesRow } from './series-row.ts';
import { placeUnopened, type SeriesPlace } from './series-strategy.ts';
import { summarizeSeries } from './series-summary.ts';
import { cleanSeriesName, isGenericFolder } from '../media/names/names.ts';
import type { SeriesSidecar } from '../media/series-json/series-json.ts';
import type { ScanLibrary } from './library-store.ts';
import type { KnownSeries } from './series-store.ts';
import type { ScanStore } from './store.ts';

/** Rows that one transaction writes at most, so that no request's write waits long. */
const batchSize = 500;

interface Sidecars {
  /** Reads the series.json of a folder. */
  readSidecar: (folder: string) => SeriesSidecar | null;
  /** When that of each folder was written; without, those of the last scan count. */
  sidecars?: ReadonlyMap<string, number>;
}

interface CatalogueOptions extends Sidecars {
  /** Where what is written is told file by file. */
  report?: Report;
}

/**
 * Writes what a scan finds: in transactions of at most 500 rows, with the events of each sent once it is
 * committed.
 */
export const createCatalogue = (
  store: ScanStore,
  library: ScanLibrary,
  reporter: ScanReporter,
  { readSidecar, sidecars, report }: CatalogueOptions,
) => {
  const { progress } = reporter;
  const byPath = new Map<string, KnownSeries>();
  const pathOfSeries = new Map<number, string>();
  const idsOfSeries = new Map<number, { id: string; library_id: string }>();
  for (const series of store.series(library.pk)) {
    byPath.set(series.path, series);
    pathOfSeries.set(series.pk, series.path);
    idsOfSeries.set(series.pk, { id: series.id, library_id: library.id });
  }
  /** Series that show nowhere yet, because none of their books is present. */
  const hidden = new Set(
    [...byPath.values()].filter(({ missing_since }) => missing_since !== null).map(({ pk }) => pk),
  );
  const places = new Map<number, SeriesPlace>();
  const dirty = new Set<number>();
  /** Series whose return was said already. */
  const returned = new Set<number>();
  /** Series that this scan made: what it then writes of them is no change. */
  const made = new Set<number>();
  const found = new Set<number>();
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

  const seriesEvent = (
    type: 'series_created' | 'series_updated' | 'series_deleted',
    ids: { id: string; library_id: string },
  ) => reporter.event({ type, series_id: ids.id, library_id: ids.library_id, timestamp: now() });

  const bookEvent = (
    type: 'book_created' | 'book_updated' | 'book_deleted',
    id: string,
    seriesPk: number,
  ) => {
    // A book may come from a series of another library.
    const series = idsOfSeries.get(seriesPk) ?? store.seriesIds(seriesPk);
    if (!series) return;
    const { id: series_id, library_id } = series;
    reporter.event({ type, book_id: id, series_id, library_id, timestamp: now() });
  };

  /** The row of a series, made if it is new. Only inside a transaction. */
  const seriesAt = (place: SeriesPlace): number => {
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

  /** Where a book belongs: as a person chose, else by its place. Only inside a transaction. */
  const seriesOf = (place: SeriesPlace, bookPk: number | null): number => {
    const of = { library_pk: library.pk, book_pk: bookPk, key: place.key };
    const pk = store.chosen(of) ?? seriesAt(place);
    const ids = idsOfSeries.get(pk);
    // Said before its books come back.
    if (ids && hidden.delete(pk)) {
      returned.add(pk);
      seriesEvent('series_created', ids);
    }
    dirty.add(pk);
    found.add(pk);
    progress.series_found = found.size;
    return pk;
  };

  /** Has the series that a book leaves looked at as well. */
  const leaves = (bookPk: number, seriesPk: number) => {
    const current = store.seriesOfBook(bookPk);
    if (current !== undefined && current !== seriesPk) dirty.add(current);
  };

  /** What the series.json of a series says; where nobody looked for it, the one of the last scan counts. */
  const sidecarOf = (series: { path: string; sidecar_modified_ms: number | null }) => {
    const modifiedMs = sidecars ? (sidecars.get(series.path) ?? null) : series.sidecar_modified_ms;
    return {
      modifiedMs,
      content: modifiedMs === null ? null : readSidecar(join(library.path, series.path)),
    };
  };

  const summarize = (pk: number) => {
    const fields = store.seriesFields(pk);
    const ids = store.seriesIds(pk);
    if (!fields || !ids) return;
    const books = store.booksOfSeries(pk);
    if (books.length === 0) {
      const isHidden = store.hideSeries({ pk, now: now() }).changes > 0;
      if (isHidden || returned.has(pk)) seriesEvent('series_deleted', ids);
      return;
    }
    const place = places.get(pk);
    const byFolder = library.series_strategy === 'publisher';
    // Where the folder was not looked at it is what it was, beneath what a person wrote.
    const before = { ...fields, ...(JSON.parse(fields.file_values) as FileValues) };
    const folder = place ?? {
      name: before.name as string,
      year: cleanSeriesName(fields.filename).year,
      publisher: byFolder ? (before.publisher as string | null) : null,
    };
    const sidecar = sidecarOf(fields);
    const part = isGenericFolder(cleanSeriesName(fields.filename).name);
    const summary = summarizeSeries(books, { ...folder, part }, sidecar.content);
    const kept = keptFields(fields.locked_fields);
    // What a person put together is not called as some of its books say.
    const columns = keptColumns(
      store.isArranged(pk) ? new Set([...kept, 'name', 'name_sort']) : kept,
    );
    const values = Object.entries(summary).map(
      ([name, value]: [string, unknown]): [string, unknown] => {
        const stored = fields[name as keyof typeof summary];
        if (columns.has(name)) return [name, stored];
        return [name, Array.isArray(value) ? JSON.stringify(value) : value];
      },
    );
    store.updateSeries({
      ...Object.fromEntries(values),
      file_values: JSON.stringify(heldBack(kept, { ...summary }, fields.file_values)),
      missing_since: null,
      sidecar_modified_ms: sidecar.modifiedMs,
      pk,
      is_new: made.has(pk) ? 1 : 0,
      now: now(),
    });
    const isShown = fields.missing_since === null || returned.has(pk);
    seriesEvent(isShown ? 'series_updated' : 'series_created', ids);
  };

  return {
    /** A book that is as it was. Gives the path of its series. */
    seen: (book: KnownBook): string | undefined => {
      found.add(book.series_pk);
      progress.series_found = found.size;
      return pathOfSeries.get(book.series_pk);
    },

    add: (read: ReadBook) =>
      write(() => {
        const series_pk = seriesOf(read.place, null);
        const own = { id: newId(), library_pk: library.pk, series_pk, now: now() };
        const pk = store.insertBook(read.row, own);
        store.putPages(pk, read);
        report?.added(pk, read.row.path);
        progress.books_added += 1;
        bookEvent('book_created', own.id, own.series_pk);
      }),

    /** A file that changed or moved: the row, its id and all that hangs on it stay. */
    update: (book: KnownBook, read: ReadBook, { verified }: { verified: boolean }) =>
      write(() => {
        const { row, place } = read;
        const stored = store.storedBook(book.pk);
        if (!stored) return;
        const sameFile = book.fingerprint !== null && book.fingerprint === row.fingerprint;
        const sameContent = sameFile && book.error === null && row.error === null && !verified;
        store.park({ library_pk: library.pk, path: row.path, pk: book.pk });
        if (book.library_pk === library.pk && book.path !== row.path) {
          const { key: from } = placeUnopened(library.series_strategy, book);
          if (from !== place.key) store.follow({ library_pk: library.pk, from, to: place.key });
        }
        const series_pk = seriesOf(place, book.pk);
        leaves(book.pk, series_pk);
        const { row: merged, file_values } = keepLocked(row, stored);
        report?.updated(book, stored, merged);
        store.updateBook(merged, {
          pk: book.pk,
          file_values,
          library_pk: library.pk,
          series_pk,
          same_content: sameContent ? 1 : 0,
          now: now(),
        });
        if (!sameContent) store.putPages(book.pk, read);
        const changed = !sameFile || book.error !== row.error || book.path !== row.path;
        if (book.missing_since !== null) {
          progress.books_added += 1;
          bookEvent('book_created', book.id, series_pk);
        } else if (changed) {
          progress.books_updated += 1;
          bookEvent('book_updated', book.id, series_pk);
        }
      }),

    /** An unchanged book that was missing, or that another series strategy puts elsewhere. */
    place: (book: KnownBook, place: SeriesPlace) =>
      write(() => {
        const series_pk = seriesOf(place, book.pk);
        if (book.missing_since === null && store.seriesOfBook(book.pk) === series_pk) return;
        leaves(book.pk, series_pk);
        store.restoreBook({ pk: book.pk, series_pk, now: now() });
        if (book.missing_since !== null) report?.returned(book);
        if (book.missing_since === null) progress.books_updated += 1;
        else progress.books_added += 1;
        bookEvent(
          book.missing_since === null ? 'book_updated' : 'book_created',
          book.id,
          series_pk,
        );
      }),

    remove: (book: KnownBook) =>
      write(() => {
        if (store.markMissing({ pk: book.pk, now: now() }).changes === 0) return;
        dirty.add(store.seriesOfBook(book.pk) ?? book.series_pk);
        report?.missing(book);
        progress.books_removed += 1;
        bookEvent('book_deleted', book.id, book.series_pk);
      }),

    flush,

    /** Has a series looked at when all is written. */
    touch: (seriesPk: number) => dirty.add(seriesPk),

    /** Brings the series of all that changed up to date. */
    finish: () => {
      flush();
      if (sidecars) {
        for (const { pk, path, missing_since, sidecar_modified_ms: known } of byPath.values()) {
          if (missing_since === null && known !== (sidecars.get(path) ?? null)) dirty.add(pk);
        }
      }
      for (const pk of dirty) write(() => summarize(pk));
      flush();
    },
  };
};
