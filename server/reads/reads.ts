import type { Database } from '../database/database.ts';
import { createBooksStore } from '../features/books/store.ts';
import { createCompatBooksStore } from '../features/compat/books/store.ts';
import { createCompatNamesStore } from '../features/compat/names/store.ts';
import { createCompatSeriesStore } from '../features/compat/series/store.ts';
import { createSeriesStore } from '../features/series/store.ts';

/** The reads of a connection whose work grows with the library. Input and answers can be copied between threads. */
export const createReads = (database: Database) => ({
  books: createBooksStore(database).find,
  series: createSeriesStore(database).find,
  compatBooks: createCompatBooksStore(database).list,
  compatNames: createCompatNamesStore(database).list,
  compatSeries: createCompatSeriesStore(database).list,
});

export type Reads = ReturnType<typeof createReads>;
