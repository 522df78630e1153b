import type { OrganiseChangeRecord } from '../../../shared/api/organise.ts';
import type { PageRequest } from '../../../shared/schemas.ts';
import type { Database } from '../../database/types.ts';
import { newId, isoNow } from '../../database/ids.ts';
import { type ListPage } from '../../database/json.ts';
import { limits, preparedValues } from '../../database/page-sql.ts';
import { toSearchKey } from '../../text/search-key.ts';
import type {
  BookMark,
  BookState,
  ChangeExtras,
  LibraryRow,
  BookWithMark,
  SeriesRow,
  StoredChange,
} from './types.ts';

type StoredBook = Omit<BookState, 'locked_fields' | 'file_values'> & {
  locked_fields: string;
  file_values: string;
};

const bookColumns = `b.pk, b.id, b.title, b.path, b.library_pk, b.series_pk, s.id AS series_id,
  s.name AS series_name, b.embedded_series, b.number, b.volume, b.chapter, b.locked_fields, b.file_values,
  b.missing_since, p.series_pk AS placement_pk`;
const bookTables = `books b JOIN series s ON s.pk = b.series_pk
  LEFT JOIN book_placements p ON p.book_pk = b.pk`;
const seriesColumns = 'pk, id, name, library_pk, path, book_count';
const changeRecord = `json_object('id', c.id, 'library_id', l.id, 'library_name', l.name,
  'kind', c.kind, 'summary', json(c.summary), 'username', u.username,
  'created_at', c.created_at, 'undone_at', c.undone_at)`;
const changeTables = `organise_changes c JOIN libraries l ON l.pk = c.library_pk
  LEFT JOIN users u ON u.pk = c.user_pk`;

/** Maximum changes kept per library. */
const keptChanges = 200;

const toState = (row: StoredBook): BookState => ({
  ...row,
  locked_fields: JSON.parse(row.locked_fields) as string[],
  file_values: JSON.parse(row.file_values) as BookState['file_values'],
});

/** Queries for planning, listing and undoing changes. */
export const createOrganiseStore = (database: Database) => {
  const value = preparedValues(database);
  const series = database.prepare<[string], SeriesRow>(
    `SELECT ${seriesColumns} FROM series WHERE id = ? AND missing_since IS NULL`,
  );
  const countOf = database
    .prepare<[number], number>('SELECT book_count FROM series WHERE pk = ?')
    .pluck();
  const names = database
    .prepare<[number], string>(
      'SELECT name FROM series WHERE library_pk = ? AND missing_since IS NULL',
    )
    .pluck();
  const books = database.prepare<[string], StoredBook>(
    `SELECT ${bookColumns} FROM json_each(?) wanted CROSS JOIN ${bookTables}
     WHERE b.id = wanted.value ORDER BY wanted.key`,
  );
  const booksOf = database.prepare<[number], StoredBook>(
    `SELECT ${bookColumns} FROM ${bookTables} WHERE b.series_pk = ?
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
  const change = database.prepare<
    [string],
    Omit<StoredChange, 'extras'> & { extras: string; record: string }
  >(
    `SELECT c.pk, c.id, c.library_pk, c.kind, c.created_at, c.undone_at, c.extras,
       ${changeRecord} AS record FROM ${changeTables} WHERE c.id = ?`,
  );
  const marked = database.prepare<[number], StoredBook & { before: string; after: string }>(
    `SELECT ${bookColumns}, m.before, m.after
     FROM organise_books m CROSS JOIN ${bookTables} WHERE m.change_pk = ? AND b.pk = m.book_pk`,
  );
  const laterChange = database
    .prepare<{ book_pk: number; change_pk: number }, string>(
      `SELECT c.created_at FROM organise_books m JOIN organise_changes c ON c.pk = m.change_pk
       WHERE m.book_pk = @book_pk AND c.pk > @change_pk AND c.undone_at IS NULL
       ORDER BY c.pk DESC LIMIT 1`,
    )
    .pluck();
  const insertChange = database.prepare(
    `INSERT INTO organise_changes (id, library_pk, kind, summary, extras, user_pk, created_at)
     VALUES (@id, @library_pk, @kind, @summary, @extras, @user_pk, @now)`,
  );
  const forgetOld = database.prepare<{ library_pk: number }>(
    `DELETE FROM organise_changes WHERE library_pk = @library_pk AND pk <= (
       SELECT pk FROM organise_changes WHERE library_pk = @library_pk
       ORDER BY pk DESC LIMIT 1 OFFSET ${keptChanges})`,
  );
  const insertMark = database.prepare(
    `INSERT INTO organise_books (change_pk, book_pk, before, after)
     VALUES (@change_pk, @book_pk, @before, @after)`,
  );
  const setExtras = database.prepare<{ pk: number; extras: string }>(
    'UPDATE organise_changes SET extras = @extras WHERE pk = @pk',
  );
  const setUndone = database.prepare<{ pk: number; now: string }>(
    'UPDATE organise_changes SET undone_at = @now WHERE pk = @pk',
  );
  const isScanning = database.prepare<[string]>(
    `SELECT 1 FROM tasks WHERE task_type = 'scan_library' AND status IN ('pending', 'running')
       AND library_id = ?`,
  );

  return {
    series: (id: string) => series.get(id),
    /** Number of present books of a series. */
    countOf: (seriesPk: number): number => countOf.get(seriesPk) ?? 0,
    hasName: (libraryPk: number, name: string): boolean => {
      const folded = toSearchKey(name);
      return names.all(libraryPk).some((other) => toSearchKey(other) === folded);
    },
    /** In the order of the ids; unknown ones are left out. */
    books: (ids: readonly string[]): BookState[] => books.all(JSON.stringify(ids)).map(toState),
    booksOf: (seriesPk: number): BookState[] => booksOf.all(seriesPk).map(toState),
    library: (pk: number) => library.get(pk),
    libraryById: (id: string) => libraryById.get(id),
    titles: (pks: readonly number[]) => titles.all(JSON.stringify(pks)),
    folderOf: (libraryPk: number, path: string) => folderOf.get(libraryPk, path) ?? null,
    foldersOf: (seriesPk: number) => foldersOf.all(seriesPk),
    isScanning: (libraryId: string) => isScanning.get(libraryId) !== undefined,

    change(id: string): (StoredChange & { record: OrganiseChangeRecord }) | undefined {
      const row = change.get(id);
      return (
        row && {
          ...row,
          extras: JSON.parse(row.extras) as ChangeExtras,
          record: JSON.parse(row.record) as OrganiseChangeRecord,
        }
      );
    },
    changes({
      library_id,
      sort,
      ...page
    }: PageRequest & { library_id?: string | undefined }): ListPage<OrganiseChangeRecord> {
      const wanted = { library_id: library_id ?? null };
      const from = `FROM ${changeTables} WHERE :library_id IS NULL OR l.id = :library_id`;
      const records = value<string>(
        `SELECT json_group_array(json(record)) FROM (SELECT ${changeRecord} AS record ${from}
         ORDER BY c.pk ${sort.direction} LIMIT :limit OFFSET :offset)`,
        { ...wanted, ...limits(page) },
      );
      return {
        data: JSON.parse(records) as OrganiseChangeRecord[],
        total: value<number>(`SELECT count(*) ${from}`, wanted),
      };
    },
    markedBooks: (changePk: number): BookWithMark[] =>
      marked.all(changePk).map(({ before, after, ...book }) => ({
        book: toState(book),
        before: JSON.parse(before) as BookMark,
        after: JSON.parse(after) as BookMark,
      })),
    /** When the latest effective change after this one touched a book. */
    laterChange: (bookPk: number, changePk: number) =>
      laterChange.get({ book_pk: bookPk, change_pk: changePk }),

    /** Stores a change and deletes the oldest ones. */
    record(of: {
      library_pk: number;
      kind: OrganiseChangeRecord['kind'];
      summary: OrganiseChangeRecord['summary'];
      extras: ChangeExtras;
      user_pk: number;
    }): { pk: number; id: string } {
      const id = newId();
      const texts = { summary: JSON.stringify(of.summary), extras: JSON.stringify(of.extras) };
      const pk = Number(insertChange.run({ ...of, ...texts, id, now: isoNow() }).lastInsertRowid);
      forgetOld.run({ library_pk: of.library_pk });
      return { pk, id };
    },
    mark: (changePk: number, bookPk: number, before: BookMark, after: BookMark) =>
      void insertMark.run({
        change_pk: changePk,
        book_pk: bookPk,
        before: JSON.stringify(before),
        after: JSON.stringify(after),
      }),
    setExtras: (pk: number, extras: ChangeExtras) =>
      void setExtras.run({ pk, extras: JSON.stringify(extras) }),
    setUndone: (pk: number) => void setUndone.run({ pk, now: isoNow() }),
    atomically: <Result>(work: () => Result): Result => database.transaction(work).immediate(),
  };
};

export type OrganiseStore = ReturnType<typeof createOrganiseStore>;
