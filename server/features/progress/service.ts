import type { Progress, ReadingDevice } from '../../../shared/api/progress-record.ts';
import { AppError, notFound } from '../../../shared/errors.ts';
import type { EventBus } from '../../lib/event-bus.ts';
import type { Caller } from '../../http/api/caller.ts';
import { createBulkMarks } from './bulk-marks.ts';
import type { StoredPosition } from './positions-store.ts';
import { createProgressWriter } from './progress-writer.ts';
import { refuseStale } from './stale-progress.ts';
import type { ProgressStore, BookProgressRow } from './store.ts';
import type { ProgressService } from './types.ts';

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
  const bookOf = (id: string): BookProgressRow => {
    const book = store.book(id);
    if (!book) throw notFound('Book', id);
    return book;
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

  const write = createProgressWriter(store);

  /** Restores an earlier position. */
  const putBack = (
    caller: Caller,
    bookId: string,
    device: ReadingDevice | null,
    positionOf: (book: BookProgressRow) => StoredPosition,
  ): Progress => {
    const book = bookOf(bookId);
    const time = clock().toISOString();
    const progress = store.transaction(() => {
      const position = positionOf(book);
      const stored = store.get(caller.user_pk, book.pk);
      const isCompleted = position.is_completed === 1;
      const next = {
        current_page: Math.min(position.current_page, book.page_count),
        is_completed: isCompleted,
        location: position.location,
        started_at: stored?.record.started_at ?? position.began_at,
        updated_at: time,
        completed_at: isCompleted ? (stored?.record.completed_at ?? time) : null,
      };
      store.put(caller.user_pk, book, { ...next, modified: null, device });
      store.addPosition(caller.user_pk, book.pk, { ...next, device, read_at: time });
      store.forgetOldPositions(caller.user_pk, book.pk);
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

  return {
    get: (caller, bookId) => {
      const stored = store.get(caller.user_pk, bookOf(bookId).pk);
      if (!stored) throw new AppError('NotFound', `Book ${bookId} has not been started`);
      return stored.record;
    },
    refuseOlder: (caller, bookId, date) =>
      refuseStale(store.get(caller.user_pk, bookOf(bookId).pk), date, clock()),
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
    places: (caller, bookId, query) => store.positions(caller.user_pk, bookOf(bookId), query),
    restorePlace: (caller, bookId, positionId, device) =>
      putBack(caller, bookId, device, (book) => {
        const position = store.position(caller.user_pk, book.pk, positionId);
        if (!position) throw notFound('Reading position', positionId);
        return position;
      }),
    questions: (caller, query) => store.questions(caller.user_pk, query, clock()),
    answerQuestion: (caller, bookId, choice, device) => {
      const asked = (book: BookProgressRow) => {
        const position = store.question(caller.user_pk, book.pk);
        if (!position)
          throw new AppError('NotFound', `There is no open question about book ${bookId}`);
        return position;
      };
      if (choice === 'earlier') return putBack(caller, bookId, device, asked);
      const book = bookOf(bookId);
      asked(book);
      const stored = store.get(caller.user_pk, book.pk);
      if (!stored) throw new AppError('NotFound', `Book ${bookId} has not been started`);
      store.answer(caller.user_pk, book.pk);
      announce(caller, book, stored.record);
      return stored.record;
    },
    ...createBulkMarks({ store, bus, clock, bookOf, write, announce }),
  };
};
