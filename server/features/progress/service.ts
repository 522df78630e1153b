import type { MarkMany, Marked } from '../../../shared/api/progress-marks.ts';
import type { UpdateProgress } from '../../../shared/api/progress.ts';
import type { Progress, ReadingDevice } from '../../../shared/api/progress-record.ts';
import { AppError, notFound } from '../../../shared/errors.ts';
import type { PageRequest } from '../../../shared/schemas.ts';
import type { Bus } from '../../bus.ts';
import type { Listing } from '../../database/json.ts';
import type { Caller } from '../../http/caller.ts';
import { createMarkMemory } from './mark-memory.ts';
import { isStale, modifiedAs, nextProgress, readAt } from './next-progress.ts';
import { readingSession } from './reading-session.ts';
import type { NewProgress, ProgressStore, ReadBook, StoredProgress } from './store.ts';

export type ProgressSort = 'updated_at' | 'started_at' | 'completed_at';

export interface ProgressQuery extends PageRequest<ProgressSort> {
  library_id?: string | undefined;
  series_id?: string | undefined;
}

/** A change of progress and the device that it comes from. */
export interface ReadingChange extends UpdateProgress {
  device?: ReadingDevice | null | undefined;
  /** When it was read, in place of `updated_at`: with any offset, and kept as exactly as it was written. */
  modified?: string | undefined;
}

/** The caller's reading. Every method throws NotFound for an unknown book or series. */
export interface ProgressService {
  /** Throws NotFound where the book was not begun. */
  get(caller: Caller, bookId: string): Progress;
  /** Throws Conflict where what is stored is newer than the date. */
  refuseOlder(caller: Caller, bookId: string, date: string): void;
  /** Null where the book was not begun. */
  stored(caller: Caller, bookId: string): StoredProgress | null;
  list(caller: Caller, query: ProgressQuery): Listing<Progress>;
  /**
   * Throws Conflict with the stored record in `details` where the write is older than that:
   * by its own date, or by `unmodifiedSince`, the header If-Unmodified-Since.
   */
  update(caller: Caller, bookId: string, change: ReadingChange, unmodifiedSince?: string): Progress;
  markRead(caller: Caller, bookId: string, device?: ReadingDevice | null): Progress;
  /** Forgets the progress; nothing to forget is fine. */
  clear(caller: Caller, bookId: string): void;
  /** All of them or, where one is unknown, none. Marks of many books name no device. */
  markBooksRead(caller: Caller, bookIds: readonly string[]): void;
  /** All present books; gives how many changed. */
  markSeriesRead(caller: Caller, seriesId: string): { count: number };
  markSeriesUnread(caller: Caller, seriesId: string): { count: number };
  /** Marks many, all or none, and remembers what they were. */
  markMany(caller: Caller, what: MarkMany): Marked;
  /** Throws NotFound where the change is not remembered; books that were read since stay as they are. */
  undoMarks(caller: Caller, id: string): { count: number };
}

interface ProgressServiceOptions {
  store: ProgressStore;
  bus: Pick<Bus, 'emit'>;
  /** Told which book somebody reads. */
  onRead?: (caller: Caller, bookPk: number) => void;
  clock?: () => Date;
}

export const createProgressService = ({
  store,
  bus,
  onRead = () => undefined,
  clock = () => new Date(),
}: ProgressServiceOptions): ProgressService => {
  const memory = createMarkMemory();
  const bookOf = (id: string): ReadBook => {
    const book = store.book(id);
    if (!book) throw notFound('Book', id);
    return book;
  };
  const seriesMustExist = (id: string) => {
    if (!store.hasSeries(id)) throw notFound('Series', id);
  };
  const announce = ({ user_pk }: Caller, book: ReadBook, progress: Progress | null) =>
    bus.emit(
      'progress_updated',
      {
        book_id: book.id,
        series_id: book.series_id,
        library_id: book.library_id,
        current_page: progress?.current_page ?? null,
        is_completed: progress?.is_completed ?? false,
        device: progress?.device ?? null,
      },
      user_pk,
    );

  const announceSeries = ({ user_pk }: Caller, series_id: string, is_read: boolean) =>
    bus.emit('series_progress_updated', { series_id, is_read }, user_pk);

  /** The stored record after the change; only inside a transaction. */
  const write = (
    { user_pk }: Caller,
    book: ReadBook,
    change: ReadingChange,
    now: Date,
    unmodifiedSince?: string,
  ): Progress => {
    const stored = store.get(user_pk, book.pk);
    const claimed = change.modified ?? change.updated_at;
    refuseStale(stored, claimed, unmodifiedSince);
    const before = stored?.record ?? null;
    const at = readAt(claimed, now);
    const next = nextProgress(before, change, book.page_count, at);
    const modified = modifiedAs(change.modified, now);
    store.put(user_pk, book, { ...next, modified, device: change.device ?? null });
    const session = readingSession(before, change, next, at);
    if (session.pages > 0 || session.completed) store.remember(user_pk, book, session, at);
    const written = store.get(user_pk, book.pk)?.record;
    if (!written) throw new Error('Progress that was just written is not there');
    return written;
  };

  const update: ProgressService['update'] = (caller, bookId, change, unmodifiedSince) => {
    const book = bookOf(bookId);
    const now = clock();
    const progress = store.transaction(() => write(caller, book, change, now, unmodifiedSince));
    onRead(caller, book.pk);
    announce(caller, book, progress);
    return progress;
  };

  const complete = (caller: Caller, booksOf: () => ReadBook[]) => {
    const now = clock();
    const changed = store.transaction(() =>
      booksOf().map((book) => ({
        book,
        progress: write(caller, book, { is_completed: true }, now),
      })),
    );
    for (const { book, progress } of changed) announce(caller, book, progress);
    return { count: changed.length };
  };

  return {
    get: (caller, bookId) => {
      const stored = store.get(caller.user_pk, bookOf(bookId).pk);
      if (!stored) throw new AppError('NotFound', `Book ${bookId} has not been begun`);
      return stored.record;
    },
    refuseOlder: (caller, bookId, date) =>
      refuseStale(store.get(caller.user_pk, bookOf(bookId).pk), date),
    stored: (caller, bookId) => store.get(caller.user_pk, bookOf(bookId).pk),
    list: (caller, query) => store.list(caller.user_pk, query),
    update,
    markRead: (caller, bookId, device) => update(caller, bookId, { is_completed: true, device }),
    clear: (caller, bookId) => {
      const book = bookOf(bookId);
      if (store.remove(caller.user_pk, book.pk)) announce(caller, book, null);
    },
    markBooksRead: (caller, bookIds) => void complete(caller, () => bookIds.map(bookOf)),
    markSeriesRead: (caller, seriesId) => {
      seriesMustExist(seriesId);
      const marked = complete(caller, () => store.notCompleted(caller.user_pk, seriesId));
      announceSeries(caller, seriesId, true);
      return marked;
    },
    markSeriesUnread: (caller, seriesId) => {
      seriesMustExist(seriesId);
      const changed = store.transaction(() => {
        const books = store.begun(caller.user_pk, seriesId);
        for (const book of books) store.remove(caller.user_pk, book.pk);
        return books;
      });
      for (const book of changed) announce(caller, book, null);
      announceSeries(caller, seriesId, false);
      return { count: changed.length };
    },
    markMany: (caller, { read, series_ids, book_ids }) => {
      const now = clock();
      series_ids.forEach(seriesMustExist);
      const marked = store.transaction(() => {
        const ofSeries = read ? store.notCompleted : store.begun;
        const books = [
          ...series_ids.flatMap((id) => ofSeries(caller.user_pk, id)),
          ...book_ids.map(bookOf),
        ];
        return [...new Map(books.map((book) => [book.pk, book])).values()].flatMap((book) => {
          const before = store.get(caller.user_pk, book.pk);
          if (read ? before?.record.is_completed === true : before === null) return [];
          if (!read) store.remove(caller.user_pk, book.pk);
          const after = read ? write(caller, book, { is_completed: true }, now) : null;
          return [{ book, before, after }];
        });
      });
      for (const { book, after } of marked) announce(caller, book, after);
      for (const id of new Set(series_ids)) announceSeries(caller, id, read);
      const remembered = marked.map(({ book, before, after }) => ({
        book_id: book.id,
        before: before && asWritten(before),
        marked_at: after?.updated_at ?? null,
      }));
      return {
        count: marked.length,
        undo_id: marked.length === 0 ? null : memory.keep(caller.user_pk, remembered),
      };
    },
    undoMarks: (caller, id) => {
      const books = memory.take(caller.user_pk, id);
      if (!books) throw new AppError('NotFound', 'This change is too old to be taken back');
      const restored = store.transaction(() =>
        books.flatMap(({ book_id, before, marked_at }) => {
          const book = store.book(book_id);
          const now = book && store.get(caller.user_pk, book.pk);
          if (!book || (now?.record.updated_at ?? null) !== marked_at) return [];
          // Removed first: the counters take the time of the last reading from what is left.
          store.remove(caller.user_pk, book.pk);
          if (before) store.put(caller.user_pk, book, before);
          if (marked_at !== null) store.forgetCompletion(caller.user_pk, book, marked_at);
          return [{ book, progress: store.get(caller.user_pk, book.pk)?.record ?? null }];
        }),
      );
      for (const { book, progress } of restored) announce(caller, book, progress);
      return { count: restored.length };
    },
  };
};

const refuseStale = (
  stored: StoredProgress | null,
  readAt: string | undefined,
  unmodifiedSince?: string,
): void => {
  if (!stored || !isStale(readDate(stored), readAt, unmodifiedSince)) return;
  const { record } = stored;
  throw new AppError('Conflict', `The progress of book ${record.book_id} has moved on since`, {
    details: record,
  });
};

/** When it was read, as exactly as that is known. */
const readDate = ({ record, modified }: StoredProgress): string => modified ?? record.updated_at;

const asWritten = ({ record, modified }: StoredProgress): NewProgress => ({
  current_page: record.current_page,
  is_completed: record.is_completed,
  location: record.location,
  device: record.device,
  started_at: record.started_at,
  updated_at: record.updated_at,
  modified,
  completed_at: record.completed_at,
});
