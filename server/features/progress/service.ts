import type { Progress, ReadingDevice } from '../../../shared/api/progress-record.ts';
import { AppError, notFound } from '../../../shared/errors.ts';
import type { EventBus } from '../../lib/event-bus.ts';
import type { Caller } from '../../http/api/caller.ts';
import { createMarkUndoBuffer } from './mark-undo-buffer.ts';
import { modifiedAs, nextProgress, readAt, type WrittenProgress } from './next-progress.ts';
import { isSameSitting, isSuddenReturn } from './positions.ts';
import type { StoredPosition } from './positions-store.ts';
import { asWritten, refuseStale } from './stale-progress.ts';
import { readingSession } from './reading-session.ts';
import type { ProgressStore, BookProgressRow } from './store.ts';
import type { ProgressService, ReadingChange } from './types.ts';

/** A progress write with the previous state. */
interface Followed {
  before: Progress | null;
  next: WrittenProgress;
  /** When it was read, ISO 8601. */
  at: string;
  change: ReadingChange;
}

interface ProgressServiceOptions {
  store: ProgressStore;
  bus: Pick<EventBus, 'emit'>;
  /** Called with each book that someone reads. */
  onRead?: (caller: Caller, bookPk: number) => void;
  clock?: () => Date;
}

export const createProgressService = ({
  store,
  bus,
  onRead = () => undefined,
  clock = () => new Date(),
}: ProgressServiceOptions): ProgressService => {
  const memory = createMarkUndoBuffer();
  const bookOf = (id: string): BookProgressRow => {
    const book = store.book(id);
    if (!book) throw notFound('Book', id);
    return book;
  };
  const seriesMustExist = (id: string) => {
    if (!store.hasSeries(id)) throw notFound('Series', id);
  };
  const announce = ({ user_pk }: Caller, book: BookProgressRow, progress: Progress | null) =>
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

  /** Writes a change and returns the stored record; only inside a transaction. */
  const write = (
    { user_pk }: Caller,
    book: BookProgressRow,
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
    followPlace(user_pk, book, { before, next, at, change });
    const session = readingSession(before, change, next, at);
    if (session.pages > 0 || session.completed) store.remember(user_pk, book, session, at);
    const written = store.get(user_pk, book.pk)?.record;
    if (!written) throw new Error('Progress that was just written is not there');
    return written;
  };

  /** Adds the position to the history, and opens a question if it suddenly is the beginning. */
  const followPlace = (
    userPk: number,
    book: BookProgressRow,
    { before, next, at, change }: Followed,
  ): void => {
    const left = store.lastPlace(userPk, book.pk);
    const device = change.device ?? null;
    const place = { ...next, device, read_at: at };
    if (left && isSameSitting(left, place)) store.extendPlace(left.pk, place);
    else store.addPlace(userPk, book.pk, place);
    const asked = store.question(userPk, book.pk);
    if (next.is_completed || (asked && next.current_page >= asked.current_page)) {
      store.answer(userPk, book.pk);
    } else if (
      left &&
      isSuddenReturn(before, change, at) &&
      left.current_page > (asked?.current_page ?? 0)
    ) {
      store.ask(userPk, book.pk, left.pk, at);
    }
  };

  /** Restores an earlier position. */
  const putBack = (
    caller: Caller,
    bookId: string,
    device: ReadingDevice | null,
    placeOf: (book: BookProgressRow) => StoredPosition,
  ): Progress => {
    const book = bookOf(bookId);
    const at = clock().toISOString();
    const progress = store.transaction(() => {
      const place = placeOf(book);
      const stored = store.get(caller.user_pk, book.pk);
      const isCompleted = place.is_completed === 1;
      const next = {
        current_page: Math.min(place.current_page, book.page_count),
        is_completed: isCompleted,
        location: place.location,
        started_at: stored?.record.started_at ?? place.began_at,
        updated_at: at,
        completed_at: isCompleted ? (stored?.record.completed_at ?? at) : null,
      };
      store.put(caller.user_pk, book, { ...next, modified: null, device });
      store.addPlace(caller.user_pk, book.pk, { ...next, device, read_at: at });
      store.answer(caller.user_pk, book.pk);
      const written = store.get(caller.user_pk, book.pk)?.record;
      if (!written) throw new Error('Progress that was just written is not there');
      return written;
    });
    onRead(caller, book.pk);
    announce(caller, book, progress);
    return progress;
  };

  const update: ProgressService['update'] = (caller, bookId, change, unmodifiedSince) => {
    const book = bookOf(bookId);
    const now = clock();
    const progress = store.transaction(() => write(caller, book, change, now, unmodifiedSince));
    onRead(caller, book.pk);
    announce(caller, book, progress);
    return progress;
  };

  const complete = (caller: Caller, booksOf: () => BookProgressRow[]) => {
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
      const removed = store.transaction(() => {
        store.answer(caller.user_pk, book.pk);
        return store.remove(caller.user_pk, book.pk);
      });
      if (removed) announce(caller, book, null);
    },
    places: (caller, bookId, query) => store.places(caller.user_pk, bookOf(bookId), query),
    restorePlace: (caller, bookId, placeId, device) =>
      putBack(caller, bookId, device, (book) => {
        const place = store.place(caller.user_pk, book.pk, placeId);
        if (!place) throw notFound('Place', placeId);
        return place;
      }),
    questions: (caller, query) => store.questions(caller.user_pk, query, clock()),
    answerQuestion: (caller, bookId, choice, device) => {
      const asked = (book: BookProgressRow) => {
        const place = store.question(caller.user_pk, book.pk);
        if (!place) throw new AppError('NotFound', `Nothing is asked about book ${bookId}`);
        return place;
      };
      if (choice === 'earlier') return putBack(caller, bookId, device, asked);
      const book = bookOf(bookId);
      asked(book);
      const stored = store.get(caller.user_pk, book.pk);
      if (!stored) throw new AppError('NotFound', `Book ${bookId} has not been begun`);
      store.answer(caller.user_pk, book.pk);
      announce(caller, book, stored.record);
      return stored.record;
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
        undo_id: marked.length === 0 ? null : memory.put(caller.user_pk, remembered),
      };
    },
    undoMarks: (caller, id) => {
      const books = memory.pop(caller.user_pk, id);
      if (!books) throw new AppError('NotFound', 'This change is too old to undo');
      const restored = store.transaction(() =>
        books.flatMap(({ book_id, before, marked_at }) => {
          const book = store.book(book_id);
          const now = book && store.get(caller.user_pk, book.pk);
          if (!book || (now?.record.updated_at ?? null) !== marked_at) return [];
          // Removed first, because the counters derive the time of the last reading from the
          // remaining rows.
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
