import type { Database } from '../../database/types.ts';
import { normalize } from '../../text/search-key.ts';

/**
 * Manual assignments of books to series; read in each transaction, because they can change during a
 * scan.
 */
export const createPlacementStore = (database: Database) => {
  const chosen = database
    .prepare<{ library_pk: number; book_pk: number | null; key: string }, number | null>(
      `SELECT coalesce(
         (SELECT p.series_pk FROM book_placements p JOIN series s ON s.pk = p.series_pk
          WHERE p.book_pk = @book_pk AND s.library_pk = @library_pk),
         (SELECT series_pk FROM series_folders WHERE library_pk = @library_pk AND path = @key))`,
    )
    .pluck();
  const follow = database.prepare<{ library_pk: number; from: string; to: string }>(
    `INSERT OR IGNORE INTO series_folders (library_pk, path, series_pk, change_pk)
     SELECT library_pk, @to, series_pk, change_pk FROM series_folders
     WHERE library_pk = @library_pk AND path = @from AND NOT EXISTS (
       SELECT 1 FROM series WHERE library_pk = @library_pk AND path = @to AND missing_since IS NULL)`,
  );
  const isArranged = database
    .prepare<[number, number], number>(
      `SELECT EXISTS (SELECT 1 FROM book_placements WHERE series_pk = ?)
         OR EXISTS (SELECT 1 FROM series_folders WHERE series_pk = ?)`,
    )
    .pluck();
  const seriesOfBook = database
    .prepare<[number], number>('SELECT series_pk FROM books WHERE pk = ?')
    .pluck();

  const ignored = database
    .prepare<[number], string>('SELECT path FROM ignored_files WHERE library_pk = ?')
    .pluck();

  /** Assignments of folders that a batch has read: nobody else can write meanwhile. */
  let known: Map<string, number | null> | null = null;
  const chosenFolder = (library_pk: number, key: string): number | null => {
    const cacheKey = `${library_pk} ${key}`;
    const before = known?.get(cacheKey);
    if (before !== undefined) return before;
    const found = chosen.get({ library_pk, book_pk: null, key }) ?? null;
    known?.set(cacheKey, found);
    return found;
  };

  return {
    /** Runs work of an immediate transaction, in which assignments of folders are read only once. */
    inPlacementBatch: (work: () => void): void => {
      known = new Map();
      try {
        work();
      } finally {
        known = null;
      }
    },
    /** Paths of files excluded by a user, in NFC. */
    ignored: (libraryPk: number): Set<string> =>
      new Set(ignored.all(libraryPk).map((path) => normalize(path))),
    /** The series manually assigned to a book, or to all books with this strategy `key`. */
    chosen: (location: {
      library_pk: number;
      book_pk: number | null;
      key: string;
    }): number | null =>
      location.book_pk === null
        ? chosenFolder(location.library_pk, location.key)
        : (chosen.get(location) ?? null),
    /** Keeps the assignment of a renamed folder. */
    follow: (change: { library_pk: number; from: string; to: string }): void => {
      follow.run(change);
      known?.clear();
    },
    /** Whether books or folders were manually assigned to a series. */
    isArranged: (seriesPk: number): boolean => isArranged.get(seriesPk, seriesPk) === 1,
    /** The current series of a book, which a user can have changed since the scan began. */
    seriesOfBook: (bookPk: number): number | undefined => seriesOfBook.get(bookPk),
  };
};
