import { LRUCache } from 'lru-cache';

import { newId } from '../../database/ids.ts';
import type { NewProgress } from './store.ts';

/** A book as it was before it was marked; null had no progress. */
export interface BookBefore {
  book_id: string;
  before: NewProgress | null;
  /** What marking it wrote as `updated_at`; null where it removed the progress. */
  marked_at: string | null;
}

/** Books that are remembered over all users: some 30 MB at most. The oldest changes go first. */
const maxBooks = 100_000;
const ttlMs = 60 * 60_000;

/** What the last changes of many books can be taken back to. Lives as long as the process. */
export const createMarkMemory = () => {
  const changes = new LRUCache<string, { user_pk: number; books: readonly BookBefore[] }>({
    maxSize: maxBooks,
    sizeCalculation: ({ books }) => books.length,
    ttl: ttlMs,
  });
  return {
    /** Gives the id of the change. */
    keep(userPk: number, books: readonly BookBefore[]): string {
      const id = newId();
      changes.set(id, { user_pk: userPk, books });
      return id;
    },
    /** The books of a change of that user, once; null where it is not remembered. */
    take(userPk: number, id: string): readonly BookBefore[] | null {
      const change = changes.get(id);
      if (change?.user_pk !== userPk) return null;
      changes.delete(id);
      return change.books;
    },
  };
};
