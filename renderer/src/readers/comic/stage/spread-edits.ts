import { z } from 'zod';
import { persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';

/** Maximum number of books with edited spreads; the oldest are dropped first. */
const maxBooks = 300;

const books = z.record(z.string(), z.array(z.int().min(1)).max(2000)).catch({});

interface SpreadEdits {
  /** Separated pages by book id. */
  books: Record<string, number[]>;
}

/** Manual corrections of spreads; stored per device, because its window determines the spreads. */
const spreadEdits = createStore<SpreadEdits>()(
  persist((): SpreadEdits => ({ books: {} }), {
    name: 'octavo.spreads',
    version: 1,
    merge: (data) => ({
      books: books.parse(typeof data === 'object' && data && 'books' in data ? data.books : {}),
    }),
  }),
);

export const pagesAlone = (bookId: string): ReadonlySet<number> =>
  new Set(spreadEdits.getState().books[bookId]);

export const keepPagesAlone = (bookId: string, pages: ReadonlySet<number>): void => {
  const others = Object.entries(spreadEdits.getState().books).filter(([id]) => id !== bookId);
  spreadEdits.setState({
    books: Object.fromEntries(
      pages.size === 0 ? others : [...others.slice(1 - maxBooks), [bookId, [...pages]]],
    ),
  });
};
