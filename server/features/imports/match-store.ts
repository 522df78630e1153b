import type { Database } from '../../database/types.ts';
import { toSearchKey } from '../../text/search-key.ts';

/** A book with the columns for matching. */
export interface CandidateBook {
  pk: number;
  id: string;
  library_pk: number;
  path: string;
  filename: string;
  title: string;
  file_size: number;
  page_count: number;
  file_hash: string | null;
  library_path: string;
}

export type MatchStore = ReturnType<typeof createMatchStore>;

const columnsOf = (path: string, size: string, hash: string) =>
  `b.pk, b.id, b.library_pk, ${path}, b.filename, b.title, ${size}, b.page_count, ${hash},
   l.path AS library_path FROM books b JOIN libraries l ON l.pk = b.library_pk`;
const columns = columnsOf('b.path', 'b.file_size', 'b.file_hash');
/** The same columns for a file in another format of a book. */
const formatColumns = columnsOf('f.path', 'f.file_size', 'NULL AS file_hash');

/** The name of a file without its extension, folded. */
export const stemOf = (path: string): string => {
  const name = path.split(/[/\\]/).at(-1) ?? path;
  return toSearchKey(name.replace(/\.[a-z0-9]{1,5}$/i, ''));
};

/** A path with accents in each Unicode form, because file systems differ in it. */
const formsOf = (path: string): Set<string> =>
  new Set([path, path.normalize('NFC'), path.normalize('NFD')]);

/** SQL that finds books, people and series for those of a source. */
export const createMatchStore = (database: Database) => {
  const libraries = database.prepare<[], { pk: number; id: string; name: string; path: string }>(
    'SELECT pk, id, name, path FROM libraries ORDER BY pk',
  );
  const byPath = database.prepare<[number, string], CandidateBook>(
    `SELECT ${columns} WHERE b.library_pk = ? AND b.path = ?`,
  );
  const byFormat = database.prepare<[number, string], CandidateBook>(
    `SELECT ${formatColumns} JOIN book_formats f ON f.book_pk = b.pk
     WHERE b.library_pk = ? AND f.path = ?`,
  );
  const byRelativePath = database.prepare<[string], CandidateBook>(
    `SELECT ${columns} WHERE b.library_pk IN (SELECT pk FROM libraries) AND b.path = ? LIMIT 2`,
  );
  const seriesByPath = database
    .prepare<[number, string], string>(
      'SELECT id FROM series WHERE library_pk = ? AND path = ? AND missing_since IS NULL',
    )
    .pluck();
  const byId = database.prepare<[string], CandidateBook>(`SELECT ${columns} WHERE b.id = ?`);
  const byDocument = database.prepare<[string], CandidateBook>(
    `SELECT ${columns} WHERE b.document_hash = ? ORDER BY b.missing_since IS NOT NULL, b.pk`,
  );
  const names = database.prepare<[], { pk: number; filename: string; file_size: number }>(
    'SELECT pk, filename, file_size FROM books WHERE missing_since IS NULL',
  );
  const byPk = database.prepare<[number], CandidateBook>(`SELECT ${columns} WHERE b.pk = ?`);
  const seriesOf = database.prepare<
    { import_pk: number; series: string },
    { id: string; count: number }
  >(
    `SELECT s.id, count(*) AS count FROM import_lines l JOIN books b ON b.id = l.target
     JOIN series s ON s.pk = b.series_pk
     WHERE l.import_pk = @import_pk AND l.series = @series AND l.kind = 'book'
       AND l.state IN ('matched', 'likely', 'present') AND l.choice IS NOT 'skip'
     GROUP BY s.pk ORDER BY count DESC, s.pk LIMIT 1`,
  );
  const seriesByName = database
    .prepare<[string], string>(
      `SELECT s.id FROM series_values v CROSS JOIN series s ON s.pk = v.pk
       WHERE v.field = 'name' AND v.value = ? AND s.missing_since IS NULL LIMIT 2`,
    )
    .pluck();
  const inSeries = database.prepare<{ name: string; number: number | null }, CandidateBook>(
    `SELECT ${columns} WHERE b.pk IN (
       SELECT n.pk FROM series_values v CROSS JOIN books n ON n.series_pk = v.pk
       WHERE v.field = 'name' AND v.value = @name AND n.missing_since IS NULL
         AND (@number IS NULL OR n.number = @number) LIMIT 500)`,
  );
  const person = database.prepare<{ key: string | null }, { id: string; is_email: number }>(
    `SELECT id, email_key = @key AS is_email FROM users WHERE email_key = @key OR username_key = @key
     ORDER BY email_key = @key DESC LIMIT 1`,
  );
  const exists = {
    person: database.prepare<[string], 1>('SELECT 1 FROM users WHERE id = ?'),
    series: database.prepare<[string], 1>('SELECT 1 FROM series WHERE id = ?'),
    book: database.prepare<[string], 1>('SELECT 1 FROM books WHERE id = ?'),
  };

  return {
    libraries: () => libraries.all(),
    atPath: (libraryPk: number, path: string): CandidateBook | undefined => {
      for (const form of formsOf(path)) {
        const found = byPath.get(libraryPk, form) ?? byFormat.get(libraryPk, form);
        if (found) return found;
      }
      return undefined;
    },
    seriesAtPath: (libraryPk: number, path: string): string | undefined =>
      [...formsOf(path)].flatMap((form) => seriesByPath.get(libraryPk, form) ?? [])[0],
    /** Books at a path below any library. */
    atRelativePath: (path: string): CandidateBook[] =>
      [...formsOf(path)].flatMap((form) => byRelativePath.all(form)),
    /** Books of series with this folded name; with a number, those of the number. */
    inSeriesNamed: (name: string, number: number | null) => inSeries.all({ name, number }),
    book: (id: string) => byId.get(id),
    bookOfKey: (pk: number) => byPk.get(pk),
    withDocumentHash: (hash: string): CandidateBook[] => byDocument.all(hash),
    /** Keys of present books by the stem of their names, and by size. */
    byNameAndSize() {
      const ofName = new Map<string, number[]>();
      const ofSize = new Map<number, number[]>();
      const add = <Key>(map: Map<Key, number[]>, key: Key, pk: number) => {
        const known = map.get(key);
        if (known) known.push(pk);
        else map.set(key, [pk]);
      };
      for (const { pk, filename, file_size } of names.iterate()) {
        add(ofName, stemOf(filename), pk);
        add(ofSize, file_size, pk);
      }
      return { ofName, ofSize };
    },
    /** The series that has most of the books of a series of the source. */
    seriesWithBooksOf: (importPk: number, series: string) =>
      seriesOf.get({ import_pk: importPk, series })?.id,
    /** Undefined unless exactly one has the name. */
    seriesNamed(folded: string): string | undefined {
      const found = seriesByName.all(folded);
      return found.length === 1 ? found[0] : undefined;
    },
    personNamed: (key: string) => person.get({ key }),
    exists: (kind: keyof typeof exists, id: string): boolean => exists[kind].get(id) !== undefined,
  };
};
