import type { Database } from '../database/database.ts';
import { createBooksStore } from '../features/books/store.ts';
import { createCompatBooksStore } from '../features/compat/books/store.ts';
import { createCompatNamesStore } from '../features/compat/names/store.ts';
import { createCompatSeriesStore } from '../features/compat/series/store.ts';
import { createFacetsStore } from '../features/facets/store.ts';
import { createFoldersStore } from '../features/folders/store.ts';
import { createHealthStore } from '../features/health/store.ts';
import { createSeriesStore } from '../features/series/store.ts';

/** The reads of a connection whose work grows with the library. Input and answers can be copied between threads. */
export const createReads = (database: Database) => {
  const books = createBooksStore(database);
  const series = createSeriesStore(database);
  const facets = createFacetsStore(database);
  const health = createHealthStore(database);
  return {
    bookFacets: facets.books,
    folders: createFoldersStore(database).list,
    seriesFacets: facets.series,
    books: books.find,
    bookIds: books.ids,
    bookLetters: books.letters,
    matchingBooks: books.matching,
    matchingSeries: series.matching,
    healthCounts: health.counts,
    healthIssues: health.list,
    series: series.find,
    seriesIds: series.ids,
    seriesLetters: series.letters,
    compatBooks: createCompatBooksStore(database).list,
    compatNames: createCompatNamesStore(database).list,
    compatSeries: createCompatSeriesStore(database).list,
  };
};

export type Reads = ReturnType<typeof createReads>;
