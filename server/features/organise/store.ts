import type { Database } from '../../database/types.ts';
import { foldedValue } from '../../database/search-index.ts';
import { createChangesStore } from './changes-store.ts';
import {
  organisedBookColumns,
  organisedBookTables,
  type StoredBookState,
  toBookState,
} from './record-sql.ts';
import type { BookState, LibraryRow, SeriesRow, VolumeState } from './types.ts';

const seriesColumns = 'pk, id, name, library_pk, path, book_count';

/** Queries for planning, listing and undoing changes. */
export const createOrganiseStore = (database: Database) => {
  const series = database.prepare<[string], SeriesRow>(
    `SELECT ${seriesColumns} FROM series WHERE id = ? AND missing_since IS NULL`,
  );
  const countOf = database
    .prepare<[number], number>('SELECT book_count FROM series WHERE pk = ?')
    .pluck();
  const named = database
    .prepare<[string, number], number>(
      `SELECT EXISTS (SELECT 1 FROM series_values v CROSS JOIN series s ON s.pk = v.pk
         WHERE v.field = 'name' AND v.value = ? AND s.library_pk = ? AND s.missing_since IS NULL)`,
    )
    .pluck();
  const books = database.prepare<[string], StoredBookState>(
    `SELECT ${organisedBookColumns} FROM json_each(?) wanted CROSS JOIN ${organisedBookTables}
     WHERE b.id = wanted.value ORDER BY wanted.key`,
  );
  const booksOf = database.prepare<[number], StoredBookState>(
    `SELECT ${organisedBookColumns} FROM ${organisedBookTables} WHERE b.series_pk = ?
     ORDER BY b.number_key, b.title_key, b.pk`,
  );
  const library = database.prepare<[number], LibraryRow>(
    'SELECT pk, id, series_strategy FROM libraries WHERE pk = ?',
  );
  const libraryById = database.prepare<[string], LibraryRow>(
    'SELECT pk, id, series_strategy FROM libraries WHERE id = ?',
  );
  const titles = database.prepare<[string], { pk: number; id: string; title: string }>(
    'SELECT pk, id, title FROM books WHERE pk IN (SELECT value FROM json_each(?))',
  );
  const folderOf = database
    .prepare<[number, string], number>(
      'SELECT series_pk FROM series_folders WHERE library_pk = ? AND path = ?',
    )
    .pluck();
  const foldersOf = database
    .prepare<[number], string>('SELECT path FROM series_folders WHERE series_pk = ?')
    .pluck();
  const isScanning = database.prepare<[string]>(
    `SELECT 1 FROM tasks WHERE task_type = 'scan_library' AND status IN ('pending', 'running')
       AND library_id = ?`,
  );

  const volume = database.prepare<[string], VolumeState>(
    'SELECT number, title, cover_book_pk, is_manual, is_dissolved FROM volumes WHERE id = ?',
  );

  return {
    volumeState: (id: string): VolumeState | null => volume.get(id) ?? null,
    series: (id: string) => series.get(id),
    /** Number of present books of a series. */
    countOf: (seriesPk: number): number => countOf.get(seriesPk) ?? 0,
    /** Whether a series has the name, ignoring case and diacritics. */
    hasName: (libraryPk: number, name: string): boolean =>
      named.get(foldedValue(name), libraryPk) === 1,
    /** In the order of the ids; unknown ones are left out. */
    books: (ids: readonly string[]): BookState[] => books.all(JSON.stringify(ids)).map(toBookState),
    booksOf: (seriesPk: number): BookState[] => booksOf.all(seriesPk).map(toBookState),
    library: (pk: number) => library.get(pk),
    libraryById: (id: string) => libraryById.get(id),
    titles: (pks: readonly number[]) => titles.all(JSON.stringify(pks)),
    folderOf: (libraryPk: number, path: string) => folderOf.get(libraryPk, path) ?? null,
    foldersOf: (seriesPk: number) => foldersOf.all(seriesPk),
    /** Whether content restrictions hide something from the person who asks. */
    isRestricted: () => database.viewer() !== null,
    isScanning: (libraryId: string) => isScanning.get(libraryId) !== undefined,

    ...createChangesStore(database),
    /** Sees everything: who may change what was checked before. */
    transaction: <Result>(work: () => Result): Result =>
      database.readAs(null, () => database.transaction(work).immediate()),
  };
};

export type OrganiseStore = ReturnType<typeof createOrganiseStore>;
