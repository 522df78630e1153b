import { LRUCache } from 'lru-cache';

import type { Progress } from '../../../shared/api/progress-record.ts';
import { hourMs } from '../../../shared/durations.ts';
import { AppError, notFound } from '../../../shared/errors.ts';
import { uniqueBy } from '../../../shared/unique-by.ts';
import { newId } from '../../database/ids.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { EventBus } from '../../lib/event-bus.ts';
import type { WriteProgress } from './progress-writer.ts';
import { asWritten } from './stale-progress.ts';
import type { BookProgressRow, NewProgress, ProgressStore } from './store.ts';
import type { ProgressService } from './types.ts';

type BulkMarks = Pick<
  ProgressService,
  'markBooksRead' | 'markSeriesRead' | 'markSeriesUnread' | 'markMany' | 'undoMarks'
>;

/** Marks many books as read or unread, and undoes it. */
export const createBulkMarks = ({
  store,
  bus,
  clock,
  bookOf,
  write,
  announce,
}: {
  store: ProgressStore;
  bus: Pick<EventBus, 'emit'>;
  clock: () => Date;
  /** Throws NotFound. */
  bookOf: (id: string) => BookProgressRow;
  write: WriteProgress;
  /** Publishes the progress of a book; null if it was removed. */
  announce: (caller: Caller, book: BookProgressRow, progress: Progress | null) => void;
}): BulkMarks => {
  const memory = createMarkUndoBuffer();
  const seriesMustExist = (id: string) => {
    if (!store.hasSeries(id)) throw notFound('Series', id);
  };
  const announceSeries = ({ user_pk }: Caller, series_id: string, is_read: boolean) =>
    bus.emit('series_progress_updated', { series_id, is_read }, user_pk);

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
        return uniqueBy(books, ({ pk }) => pk).flatMap((book) => {
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
      const change = memory.pop(caller.user_pk, id);
      if (!change) throw new AppError('NotFound', 'This change is too old to undo');
      const restored = store.transaction(() =>
        // All looked up before the first write: content restrictions apply until then.
        change.books
          .map((marked) => ({ ...marked, book: store.book(marked.book_id) }))
          .flatMap(({ book, book_id, before, marked_at }) => {
            const now = book && store.get(caller.user_pk, book.pk);
            if (!book || (now?.record.updated_at ?? null) !== marked_at) {
              memory.skip(change, { book_id, before, marked_at });
              return [];
            }
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

/** The progress of a book before a bulk mark; null means none. */
interface BookBefore {
  book_id: string;
  before: NewProgress | null;
  /** The `updated_at` that marking wrote; null if it removed the progress. */
  marked_at: string | null;
}

/** Maximum remembered books over all users: some 30 MB. The oldest changes are dropped first. */
const maxBooks = 100_000;
const ttlMs = hourMs;

interface Change {
  /** Ascending in time. */
  order: number;
  user_pk: number;
  books: readonly BookBefore[];
}

/** Undo buffer for bulk marks. In memory, so a restart clears it. */
const createMarkUndoBuffer = () => {
  const changes = new LRUCache<string, Change>({
    maxSize: maxBooks,
    sizeCalculation: ({ books }) => books.length,
    ttl: ttlMs,
  });
  let count = 0;
  return {
    /** Returns the id of the change. */
    put(user_pk: number, books: readonly BookBefore[]): string {
      const id = newId();
      changes.set(id, { order: (count += 1), user_pk, books });
      return id;
    },
    /** Removes and returns a user's change; null if it is unknown. */
    pop(userPk: number, id: string): Change | null {
      const change = changes.peek(id);
      if (change?.user_pk !== userPk) return null;
      changes.delete(id);
      return change;
    },
    /** Makes the undo of a book's next mark restore what was before both. */
    skip({ order, user_pk }: Change, { book_id, before, marked_at }: BookBefore): void {
      for (const later of changes.rvalues()) {
        if (later?.user_pk !== user_pk || later.order < order) continue;
        const next = later.books.find((book) => book.book_id === book_id);
        if (next === undefined) continue;
        if ((next.before?.updated_at ?? null) === marked_at) next.before = before;
        return;
      }
    },
  };
};
