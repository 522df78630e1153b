import { LRUCache } from 'lru-cache';

import { newId } from '../../database/ids.ts';
import type { NewProgress } from './store.ts';

/** The progress of a book before a bulk mark; null means none. */
export interface BookBefore {
  book_id: string;
  before: NewProgress | null;
  /** The `updated_at` that marking wrote; null if it removed the progress. */
  marked_at: string | null;
}

/** Maximum remembered books over all users: some 30 MB. The oldest changes are dropped first. */
const maxBooks = 100_000;
const ttlMs = 60 * 60_000;

/** Undo buffer for bulk marks. In memory, so a restart clears it. */
export const createMarkUndoBuffer = () => {
  const changes = new LRUCache<string, { user_pk: number; books: readonly BookBefore[] }>({
    maxSize: maxBooks,
    sizeCalculation: ({ books }) => books.length,
    ttl: ttlMs,
  });
  return {
    /** Returns the id of the change. */
    put(userPk: number, books: readonly BookBefore[]): string {
      const id = newId();
      changes.set(id, { user_pk: userPk, books });
      return id;
    },
    /** Removes and returns the books of a user's change; null if it is unknown. */
    pop(userPk: number, id: string): readonly BookBefore[] | null {
      const change = changes.get(id);
      if (change?.user_pk !== userPk) return null;
      changes.delete(id);
      return change.books;
    },
  };
};
