import { newId, isoNow } from '../../database/ids.ts';
import type { ScannedBook } from './book-row.ts';
import type { KnownBook } from './file-matching.ts';
import { keepLocked } from './locked-fields.ts';
import type { ScanReporter } from './scan-reporter.ts';
import type { Replaced, Step } from './recognise.ts';
import type { Report } from './report.ts';
import { newSeriesRow } from '../series/series-row.ts';
import { seriesKeyOfUnopened, type SeriesKey } from '../series/series-strategy.ts';
import { createSummaryWriter, type Sidecars } from '../series/summary-writer.ts';
import type { ScanLibrary } from './library-store.ts';
import type { KnownSeries } from '../series/series-store.ts';
import type { ScanStore } from './store.ts';
import { createWriteBatch } from './write-batch.ts';

interface ScanWriterOptions extends Sidecars {
  /** Receives each written change for the scan report. */
  report?: Report;
}

/**
 * Writes the results of a scan in transactions of at most 500 rows, publishing the events of each
 * after its commit.
 */
export const createScanWriter = (
  store: ScanStore,
  library: ScanLibrary,
  reporter: ScanReporter,
  { readSidecar, sidecars, report }: ScanWriterOptions,
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
  /** Series that are hidden, because none of their books is present. */
  const hidden = new Set(
    [...byPath.values()].filter(({ missing_since }) => missing_since !== null).map(({ pk }) => pk),
  );
  const places = new Map<number, SeriesKey>();
  const dirty = new Set<number>();
  /** Series whose return was already published. */
  const returned = new Set<number>();
  /** Series created by this scan: later writes to them are not published as changes. */
  const made = new Set<number>();
  const found = new Set<number>();
  const recogniser = store.recogniser(library.pk, made);

  const { write, flush } = createWriteBatch(store, reporter);

  const seriesEvent = (
    type: 'series_created' | 'series_updated' | 'series_deleted',
    ids: { id: string; library_id: string },
  ) => reporter.event({ type, series_id: ids.id, library_id: ids.library_id, timestamp: isoNow() });

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

  const bookEvent = (
    type: 'book_created' | 'book_updated' | 'book_deleted',
    id: string,
    seriesPk: number,
  ) => {
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

  /** The place of the books of a recognised series, by the strategy of their library. */
  const placeOfBooks = (pk: number, path: string, library_id: string): SeriesKey | undefined => {
    const [book] = recogniser.presentBooks(pk);
    const owner = store.library(library_id);
    const place = book && owner && seriesKeyOfUnopened(owner.series_strategy, book);
    return place?.key === path ? place : undefined;
  };

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

  const recognise = () => {
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

  return {
    /** Records an unchanged book. Returns the path of its series. */
    seen: (book: KnownBook): string | undefined => {
      found.add(book.series_pk);
      progress.series_found = found.size;
      return pathOfSeries.get(book.series_pk);
    },

    add: (read: ScannedBook) =>
      write(() => {
        const series_pk = seriesOf(read.place, null);
        const own = { id: newId(), library_pk: library.pk, series_pk, now: isoNow() };
        const pk = store.insertBook(read.row, own);
        store.putPages(pk, read);
        report?.added(pk, read.row.path);
        progress.books_added += 1;
        bookEvent('book_created', own.id, own.series_pk);
      }),

    /** Updates a changed or moved file; keeps the row, its id and everything that references it. */
    update: (book: KnownBook, read: ScannedBook, { verified }: { verified: boolean }) =>
      write(() => {
        const { row, place } = read;
        const stored = store.storedBook(book.pk);
        if (!stored) return;
        const sameFile = book.fingerprint !== null && book.fingerprint === row.fingerprint;
        const sameContent = sameFile && book.error === null && row.error === null && !verified;
        store.park({ library_pk: library.pk, path: row.path, pk: book.pk });
        if (book.library_pk === library.pk && book.path !== row.path) {
          const { key: from } = seriesKeyOfUnopened(library.series_strategy, book);
          if (from !== place.key) store.follow({ library_pk: library.pk, from, to: place.key });
        }
        const series_pk = seriesOf(place, book.pk);
        leaves(book.pk, series_pk, place);
        const { row: merged, file_values } = keepLocked(row, stored);
        report?.updated(book, stored, merged);
        store.updateBook(merged, {
          pk: book.pk,
          file_values,
          library_pk: library.pk,
          series_pk,
          same_content: sameContent ? 1 : 0,
          now: isoNow(),
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

    /** Restores an unchanged book that was missing, or moves it to another series. */
    place: (book: KnownBook, place: SeriesKey) =>
      write(() => {
        const series_pk = seriesOf(place, book.pk);
        if (book.missing_since === null && store.seriesOfBook(book.pk) === series_pk) return;
        leaves(book.pk, series_pk, place);
        store.restoreBook({ pk: book.pk, series_pk, now: isoNow() });
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
        if (store.markMissing({ pk: book.pk, now: isoNow() }).changes === 0) return;
        dirty.add(store.seriesOfBook(book.pk) ?? book.series_pk);
        report?.missing(book);
        progress.books_removed += 1;
        bookEvent('book_deleted', book.id, book.series_pk);
      }),

    flush,

    /** Marks a series for the final refresh. */
    touch: (seriesPk: number) => dirty.add(seriesPk),

    /**
     * Refreshes all changed series. Recognises moved ones only after a whole library was seen, when
     * no unfound book can still exist.
     */
    finish: ({ isWhole = false }: { isWhole?: boolean } = {}) => {
      flush();
      if (isWhole) recognise();
      if (sidecars) {
        for (const { pk, path, missing_since, sidecar_modified_ms: known } of byPath.values()) {
          if (missing_since === null && known !== (sidecars.get(path) ?? null)) dirty.add(pk);
        }
      }
      for (const pk of dirty) {
        const sidecar = readSidecarOf(pk);
        write(() => summarize(pk, sidecar));
      }
      flush();
    },
  };
};
