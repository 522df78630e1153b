import type { Database } from '../database/types.ts';
import { createBooksStore } from '../features/books/store.ts';
import { createKomgaBooksStore } from '../features/komga-api/books/store.ts';
import { createKomgaNamesStore } from '../features/komga-api/names/store.ts';
import { createKomgaSeriesStore } from '../features/komga-api/series/store.ts';
import { createCreatorsStore } from '../features/creators/store.ts';
import { createDuplicatesStore } from '../features/duplicates/store.ts';
import { createFacetsStore } from '../features/facets/store.ts';
import { createFoldersStore } from '../features/folders/store.ts';
import { createKoboSyncStore } from '../features/kobo/sync-store.ts';
import { createLibraryFilesStore } from '../features/libraries/files-store.ts';
import { createHealthQueries } from '../features/health/store.ts';
import { createSeriesStore } from '../features/series/store.ts';

/**
 * The queries whose cost grows with the library. Input and results must be structured-cloneable.
 */
export const createQueries = (database: Database) => {
  const books = createBooksStore(database);
  const series = createSeriesStore(database);
  const facets = createFacetsStore(database);
  const creators = createCreatorsStore(database);
  const health = createHealthQueries(database);
  const kobo = createKoboSyncStore(database);
  return {
    bookFacets: facets.books,
    creators: creators.list,
    creatorLetters: creators.letters,
    creatorRoles: creators.roles,
    filesOfLibrary: createLibraryFilesStore(database).list,
    folders: createFoldersStore(database).list,
    seriesFacets: facets.series,
    books: books.find,
    bookIds: books.ids,
    bookLetters: books.letters,
    compactBooks: books.compact,
    matchingBooks: books.matching,
    matchingSeries: series.matching,
    hasFilesToRead: createDuplicatesStore(database).hasFilesToRead,
    healthCounts: health.counts,
    healthIssues: health.list,
    series: series.find,
    seriesIds: series.ids,
    seriesLetters: series.letters,
    koboLists: kobo.lists,
    koboPending: kobo.pending,
    komgaBooks: createKomgaBooksStore(database).list,
    komgaNames: createKomgaNamesStore(database).list,
    komgaSeries: createKomgaSeriesStore(database).list,
  };
};

export type Queries = ReturnType<typeof createQueries>;
