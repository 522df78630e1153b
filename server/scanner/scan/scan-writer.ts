import { newId, isoNow } from '../../database/ids.ts';
import { encodeListing } from './book-store.ts';
import { createCalibreWriter } from '../calibre/calibre-writer.ts';
import type { AppliedSidecars, BookRow, ScannedBook, StoredBookRow } from './types.ts';
import type { KnownBook, ListedBook } from './file-matching.ts';
import { keepLocked } from './locked-fields.ts';
import type { ScanReporter } from './scan-reporter.ts';
import { type Difference, differenceOf, type Report } from './report.ts';
import { seriesKeyOfUnopened, type SeriesKey } from '../series/series-strategy.ts';
import { createSeriesAssigner } from '../series/series-assigner.ts';
import type { Sidecars } from '../series/summary-writer.ts';
import type { ScanLibrary } from './library-store.ts';
import type { ScanStore } from './store.ts';
import { createWriteBatch } from './write-batch.ts';

interface ScanWriterOptions extends Sidecars {
  /** Receives each written change for the scan report. */
  report?: Report;
}

/** A known book whose file was read again. */
interface Reread {
  book: KnownBook;
  stored: StoredBookRow;
  row: BookRow;
  difference: Difference;
}

const isSameFile = (book: KnownBook, row: BookRow): boolean =>
  book.fingerprint !== null && book.fingerprint === row.fingerprint;

/** Whether people see a difference. */
const isOther = ({ book, stored, row, difference }: Reread): boolean =>
  difference !== 'none' ||
  stored.number_end !== row.number_end ||
  !isSameFile(book, row) ||
  book.error !== row.error ||
  book.path !== row.path;

/** Keeps the relative places in a file of another format. */
const keepPlaces = (store: ScanStore, { book: { pk }, stored, row }: Reread): void => {
  if (stored.format !== row.format)
    store.scalePlaces({ pk, pages: row.page_count, former_pages: stored.page_count });
};

/** Returns whether another picture, or none any more, is beside the book. */
const putSidecars = (store: ScanStore, pk: number, sidecars: AppliedSidecars | null): boolean => {
  const before = store.sidecarCover(pk);
  store.putSidecars(pk, sidecars);
  if (before === JSON.stringify(sidecars?.cover ?? null)) return false;
  if (!sidecars?.cover) store.forgetPicture(pk);
  return true;
};

/** Whether a changed file has the same metadata as before: its series then needs no refresh. */
const hasSameMetadata = ({ book, stored, row, difference }: Reread): boolean =>
  difference !== 'description' &&
  book.missing_since === null &&
  book.path === row.path &&
  stored.series_facts === JSON.stringify(row.series_facts);

/** Finds the gaps of all changed series, some of them in each transaction. */
const writeGaps = (store: ScanStore): void => {
  const gaps = { hasMore: true };
  const writeSome = () => {
    gaps.hasMore = store.writeGaps();
  };
  while (gaps.hasMore) store.transaction(writeSome);
};

/**
 * Writes the results of a scan in transactions of at most 200 rows, publishing the events of each
 * after its commit.
 */
export const createScanWriter = (
  store: ScanStore,
  library: ScanLibrary,
  reporter: ScanReporter,
  options: ScanWriterOptions,
) => {
  const { progress } = reporter;
  const batch = createWriteBatch(store, reporter);
  const { write, flush } = batch;
  const series = createSeriesAssigner(store, library, reporter, batch, options);
  const { report } = options;
  const leave = (book: ListedBook) => {
    const id = store.markMissing({ pk: book.pk, now: isoNow() });
    if (id === undefined) return;
    series.stale.add(store.seriesOfBook(book.pk) ?? book.series_pk);
    report?.missing(book);
    progress.books_removed += 1;
    series.bookEvent('book_deleted', id, book.series_pk);
  };
  /** Counts a changed book, or one that is back, and publishes it. */
  const publish = (book: KnownBook, series_pk: number) => {
    const isBack = book.missing_since !== null;
    progress[isBack ? 'books_added' : 'books_updated'] += 1;
    series.bookEvent(isBack ? 'book_created' : 'book_updated', book.id, series_pk);
  };

  return {
    /** Records an unchanged book. Returns the path of its series. */
    seen: (book: ListedBook): string | undefined => series.seen(book.series_pk),

    add: (read: ScannedBook) => {
      const { row, seriesKey, sidecars } = read;
      // Until it is written, without the objects of its pages.
      const book = { row, sidecars, listing: encodeListing(read) };
      write(() => {
        const series_pk = series.seriesOf(seriesKey, null);
        series.stale.add(series_pk);
        const own = { id: newId(), library_pk: library.pk, series_pk, now: isoNow() };
        // The file of the book that was here can be written later, at its new path.
        store.park({ library_pk: library.pk, path: row.path, pk: null });
        series.holdForBook(series_pk, row.metadata.age_rating);
        const pk = store.addBook(book, own);
        report?.added(pk, row.path);
        progress.books_added += 1;
        series.bookEvent('book_created', own.id, own.series_pk);
      }, row.path);
    },

    /**
     * Updates a changed or moved file, or one whose sidecars changed (not `opened`); keeps the row,
     * its id and everything that references it.
     */
    update: (
      book: KnownBook,
      read: ScannedBook,
      { verified, opened = true }: { verified: boolean; opened?: boolean },
    ) =>
      write(() => {
        const { row, seriesKey } = read;
        const stored = store.storedBook(book.pk);
        if (!stored) return;
        const sameFile = isSameFile(book, row);
        // Read again only because a newer version of the scanner reads more.
        const isUpgrade = sameFile && book.reader_version < row.reader_version;
        const former = isUpgrade && row.error === null ? store.otherListing(book.pk, read) : null;
        const isSound = sameFile && book.error === null && row.error === null && former === null;
        const sameContent = !opened || (isSound && !verified);
        store.park({ library_pk: library.pk, path: row.path, pk: book.pk });
        if (book.library_pk === library.pk && book.path !== row.path) {
          const { key: from } = seriesKeyOfUnopened(library, book);
          if (from !== seriesKey.key)
            store.follow({ library_pk: library.pk, from, to: seriesKey.key });
        }
        const series_pk = series.seriesOf(seriesKey, book.pk);
        const hasMoved = series.leaves(book.pk, series_pk, seriesKey);
        const { row: merged, file_values } = keepLocked(row, stored);
        const difference = report?.updated(book, stored, merged) ?? differenceOf(stored, merged);
        const reread = { book, stored, row: merged, difference };
        const changed = former !== null || isOther(reread);
        series.holdForBook(series_pk, merged.metadata.age_rating);
        // A deep scan finds what is known.
        const isConfirmed = verified && difference === 'none' && !changed && !library.has_new_rules;
        const isQuiet = (isUpgrade || isConfirmed) && !hasMoved && book.missing_since === null;
        if (former) store.movePages(book.pk, former, read);
        else keepPlaces(store, reread);
        store.updateBook(merged, {
          ...{ pk: book.pk, file_values, library_pk: library.pk, series_pk },
          same_content: sameContent ? 1 : 0,
          is_quiet: isQuiet && !changed && difference === 'none',
          now: isoNow(),
        });
        if (!sameContent) store.putListing(book.pk, encodeListing(read));
        const { sidecars } = read;
        if (sidecars !== undefined && putSidecars(store, book.pk, sidecars))
          series.coverEvent(book.id, series_pk);
        const isDescribedAlike = !hasMoved && !library.has_new_rules && hasSameMetadata(reread);
        if (isQuiet) series.stale.add(series_pk, true);
        else if (verified || !isDescribedAlike) series.stale.add(series_pk);
        else if (changed) series.renew(series_pk);
        if (changed || book.missing_since !== null) publish(book, series_pk);
      }, read.row.path),

    /** Restores an unchanged book that was missing, or moves it to another series. */
    assign: (book: KnownBook, seriesKey: SeriesKey) =>
      write(() => {
        const series_pk = series.seriesOf(seriesKey, book.pk);
        series.stale.add(series_pk);
        if (book.missing_since === null && store.seriesOfBook(book.pk) === series_pk) return;
        series.leaves(book.pk, series_pk, seriesKey);
        const stored = store.storedBook(book.pk);
        if (stored) {
          const { age_rating } = JSON.parse(stored.metadata) as { age_rating?: number | null };
          series.holdForBook(series_pk, age_rating ?? null);
        }
        store.restoreBook({ pk: book.pk, series_pk, now: isoNow() });
        if (book.missing_since !== null) report?.returned(book);
        publish(book, series_pk);
      }, book.path),

    remove: (book: ListedBook) => write(() => leave(book)),

    ...createCalibreWriter({
      ...{ store, library, write, leave },
      changed: ({ id, series_pk }) => {
        series.stale.add(series_pk);
        series.bookEvent('book_updated', id, series_pk);
      },
    }),

    flush,
    /** Marks a series for the final refresh. */
    touch: (pk: number) => write(() => series.stale.add(pk)),
    /** Also refreshes the series that earlier scans have left at the end. */
    resume: () => series.stale.resume(library.pk),

    /** Refreshes all changed series; `isWhole` if the whole library was seen. */
    finish: ({ isWhole = false }: { isWhole?: boolean } = {}) => {
      flush();
      series.finish(isWhole);
      flush();
      writeGaps(store);
    },
  };
};

export type ScanWriter = ReturnType<typeof createScanWriter>;
