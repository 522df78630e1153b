import type { Logger } from 'pino';

import type { Book } from '../../../shared/api/book-record.ts';
import type { TrashedBook } from '../../../shared/api/trash.ts';
import { hourMs } from '../../../shared/durations.ts';
import { notFound } from '../../../shared/errors.ts';
import type { ListPage } from '../../database/json.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { RemoveJob } from '../../jobs/jobs.ts';
import type { BooksService } from '../books/service.ts';
import type { Settings } from '../settings/service.ts';
import type { TrashQuery, TrashStore } from './store.ts';

/** Books that were soft-deleted, because their files are missing. */
export interface TrashService {
  list(caller: Caller, query: TrashQuery): ListPage<TrashedBook>;
  /** Deletes the missing books of a library, or of all. Throws NotFound for an unknown library. */
  empty(libraryId?: string): Promise<void>;
  /** Throws NotFound for a book that is not missing. */
  remove(bookId: string): Promise<void>;
  /** Deletes books that have been missing for too long; returns their number. */
  purge(): Promise<number>;
  /** Purges periodically; returns the function that stops it. */
  keep(): () => void;
}

export const createTrashService = ({
  store,
  books,
  removeBooks,
  settings,
  deletionClock,
  log,
}: {
  store: TrashStore;
  books: Pick<BooksService, 'records'>;
  /** Runs outside of requests. */
  removeBooks: (what: RemoveJob['what']) => Promise<unknown>;
  settings: Pick<Settings, 'get'>;
  /** The clock for permanent deletion. */
  deletionClock: () => Date;
  log: Pick<Logger, 'info' | 'error'>;
}): TrashService => {
  const retention = () => ({
    days: settings.get('library.trash_retention_days'),
    now: deletionClock().toISOString(),
  });
  const purge = async (): Promise<number> => {
    const ids = store.due(retention());
    for (const book_id of ids) await removeBooks({ missing: true, book_id });
    if (ids.length > 0) log.info({ books: ids.length }, 'trash emptied');
    return ids.length;
  };

  return {
    list: (caller, query) => {
      const { ids, total } = store.list(query);
      const records = books.records(caller, ids);
      const dueTimes = store.dueTimes(ids, retention());
      const trashed = (book: Book) => ({ ...book, due_at: dueTimes.get(book.id) ?? null });
      return { data: ids.flatMap((id) => records.get(id) ?? []).map(trashed), total };
    },
    empty: async (libraryId) => {
      if (libraryId !== undefined && !store.hasLibrary(libraryId)) {
        throw notFound('Library', libraryId);
      }
      const visible = store.visible(libraryId);
      for (const book_id of visible ?? []) await removeBooks({ missing: true, book_id });
      if (visible !== null) return;
      await removeBooks({
        missing: true,
        ...(libraryId !== undefined && { library_id: libraryId }),
      });
    },
    remove: async (bookId) => {
      if (!store.isMissing(bookId)) throw notFound('Missing book', bookId);
      await removeBooks({ missing: true, book_id: bookId });
    },
    purge,
    keep: () => {
      let stopped = false;
      const tryPurge = () =>
        void purge().catch((error: unknown) => {
          if (!stopped) log.error({ err: error }, 'trash not emptied');
        });
      const timer = setInterval(tryPurge, 6 * hourMs).unref();
      tryPurge();
      return () => {
        clearInterval(timer);
        stopped = true;
      };
    },
  };
};
