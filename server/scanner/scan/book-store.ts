import { LRUCache } from 'lru-cache';

import type { Statement } from '../../database/database.ts';
import type { Database } from '../../database/types.ts';
import type {
  BookRow,
  ScannedBook,
  AppliedSidecars,
  OwnValues,
  StoredBookRow,
  UpdatedBook,
} from './types.ts';
import { createKnownBooks } from './known-books.ts';
import type { SidecarFile } from './sidecar-files.ts';
import { encodePages } from '../../media/page-json.ts';

const rowColumns = [
  'path',
  'filename',
  'filename_hash',
  'format',
  'title',
  'title_sort',
  'title_key',
  'number',
  'volume',
  'chapter',
  'number_end',
  'file_size',
  'file_modified_at',
  'file_modified_ms',
  'inode',
  'fingerprint',
  'embedded_series',
  'page_count',
  'note',
  'error',
  'release_date',
  'language',
  'summary',
  'reading_direction',
  'metadata',
  'series_facts',
  'reader_version',
] as const;

/** Columns that an update sets, besides the number of pages and the results of the analysis. */
const placedColumns = [
  ...rowColumns.filter((name) => name !== 'page_count'),
  ...(['library_pk', 'series_pk', 'file_values', 'missing_since'] as const),
];

/** Pages, cover and publication of a book as the database has them. */
export interface EncodedListing {
  pages: string;
  cover: string | null;
  publication: string | null;
}

/** A new book until it is written: as texts, its pages take a third of the memory. */
export interface EncodedBook {
  row: BookRow;
  sidecars: ScannedBook['sidecars'] | undefined;
  listing: EncodedListing;
}

export const encodeListing = ({
  pages,
  cover,
  publication,
}: Pick<ScannedBook, 'pages' | 'cover' | 'publication'>): EncodedListing => ({
  pages: encodePages(pages),
  cover: cover && JSON.stringify(cover),
  publication: publication && JSON.stringify(publication),
});

const toColumns = (row: BookRow) => ({
  ...row,
  metadata: JSON.stringify(row.metadata),
  series_facts: JSON.stringify(row.series_facts),
});

const createBookUpdate = (database: Database) => {
  const currentBook = database.prepare<[number], Record<string, unknown>>(
    `SELECT ${placedColumns.join(', ')}, modified_at FROM books WHERE pk = ?`,
  );
  const updates = new LRUCache<string, Statement>({ max: 100 });
  /** By the columns that differ: each costs the indexes and triggers that it belongs to. */
  const updateOf = (columns: readonly string[]): Statement => {
    const set = columns.map((name) => `${name} = @${name}, `).join('');
    const known = updates.get(set);
    if (known) return known;
    // A text has no pages until it is counted; until then the old count keeps reading positions
    // valid.
    const statement = database.prepare(
      `UPDATE books SET ${set}
         page_count = iif(@page_count = 0 AND @error IS NULL, page_count, @page_count),
         file_hash = iif(@same_content, file_hash, NULL), analyzed = iif(@same_content, analyzed, 0),
         modified_at = @now WHERE pk = @pk`,
    );
    updates.set(set, statement);
    return statement;
  };
  return (row: BookRow, { is_quiet, ...own }: UpdatedBook): void => {
    const current = currentBook.get(own.pk);
    const now = is_quiet ? current?.['modified_at'] : own.now;
    const values: Record<string, unknown> = { ...toColumns(row), ...own, now, missing_since: null };
    updateOf(placedColumns.filter((name) => values[name] !== current?.[name])).run(values);
  };
};

/** Finds known books and writes those that a scan reads. */
export const createBookStore = (database: Database) => {
  const insertBook = database.prepare(
    `INSERT INTO books (id, library_pk, series_pk, created_at, modified_at, ${rowColumns.join(', ')})
     VALUES (@id, @library_pk, @series_pk, @now, @now, ${rowColumns.map((name) => `@${name}`).join(', ')})`,
  );
  const storedBook = database.prepare<[number], StoredBookRow>(
    `SELECT ${rowColumns.join(', ')}, locked_fields, file_values FROM books WHERE pk = ?`,
  );
  const updateBook = createBookUpdate(database);
  const park = database.prepare<{ library_pk: number; path: string; pk: number | null }>(
    `UPDATE books SET path = path || char(0) || pk
     WHERE library_pk = @library_pk AND path = @path AND pk IS NOT @pk`,
  );
  const restoreBook = database.prepare<{ pk: number; series_pk: number; now: string }>(
    `UPDATE books SET missing_since = NULL, series_pk = @series_pk, modified_at = @now WHERE pk = @pk`,
  );
  const markMissing = database
    .prepare<{ pk: number; now: string }, string>(
      'UPDATE books SET missing_since = @now WHERE pk = @pk AND missing_since IS NULL RETURNING id',
    )
    .pluck();
  const writeListing = database.prepare<{ book_pk: number } & EncodedListing>(
    `INSERT INTO book_pages (book_pk, pages, cover, publication)
     VALUES (@book_pk, @pages, @cover, @publication)
     ON CONFLICT (book_pk) DO UPDATE SET pages = excluded.pages, cover = excluded.cover,
       publication = excluded.publication`,
  );

  const sidecars = database.prepare<[number], { book_pk: number; files: string }>(
    `SELECT c.book_pk, c.files FROM book_sidecars c JOIN books b ON b.pk = c.book_pk
     WHERE b.library_pk = ?`,
  );
  const sidecarsOf = database.prepare<[number], { files: string; own: string }>(
    'SELECT files, own FROM book_sidecars WHERE book_pk = ?',
  );
  const writeSidecars = database.prepare<{
    book_pk: number;
    files: string;
    own: string;
    cover: string | null;
  }>(
    `INSERT INTO book_sidecars (book_pk, files, own, cover) VALUES (@book_pk, @files, @own, @cover)
     ON CONFLICT (book_pk) DO UPDATE SET files = excluded.files, own = excluded.own,
       cover = excluded.cover`,
  );
  const coverOf = database
    .prepare<[number], string | null>('SELECT cover FROM book_sidecars WHERE book_pk = ?')
    .pluck();
  const removeSidecars = database.prepare<[number]>('DELETE FROM book_sidecars WHERE book_pk = ?');

  const removeBook = database.prepare<[number]>('DELETE FROM books WHERE pk = ?');

  const putListing = (bookPk: number, listing: EncodedListing) =>
    writeListing.run({ book_pk: bookPk, ...listing });
  const putSidecars = (bookPk: number, sidecarsOfBook: AppliedSidecars | null) => {
    if (sidecarsOfBook === null) return void removeSidecars.run(bookPk);
    const { files, own, cover } = sidecarsOfBook;
    writeSidecars.run({
      book_pk: bookPk,
      files: JSON.stringify(files),
      own: JSON.stringify(own),
      cover: cover && JSON.stringify(cover),
    });
  };

  return {
    /** The sidecars of each book of a library that has some, as JSON. */
    sidecars: (libraryPk: number) =>
      new Map(sidecars.all(libraryPk).map(({ book_pk, files }) => [book_pk, files])),
    sidecarsOf: (bookPk: number) => {
      const row = sidecarsOf.get(bookPk);
      return row
        ? { files: JSON.parse(row.files) as SidecarFile[], own: JSON.parse(row.own) as OwnValues }
        : null;
    },
    /** JSON of the file that is the cover of a book; `null` for none. */
    sidecarCover: (bookPk: number): string => coverOf.get(bookPk) ?? 'null',
    putSidecars,
    ...createKnownBooks(database),
    /** Inserts a book with all that belongs to it, or nothing. Only inside a transaction. */
    addBook: (
      { row, listing, sidecars: found }: EncodedBook,
      own: { id: string; library_pk: number; series_pk: number; now: string },
    ): number => {
      const pk = Number(insertBook.run({ ...toColumns(row), ...own }).lastInsertRowid);
      try {
        putListing(pk, listing);
        if (found) putSidecars(pk, found);
      } catch (error) {
        removeBook.run(pk);
        throw error;
      }
      return pk;
    },
    storedBook: (pk: number) => storedBook.get(pk),
    updateBook,
    /** Frees a path still occupied by another row, until that row gets its new path. */
    park: (row: { library_pk: number; path: string; pk: number | null }) => park.run(row),
    restoreBook: (row: { pk: number; series_pk: number; now: string }) => restoreBook.run(row),
    /** Returns the id of the book, unless it was missing before. */
    markMissing: (row: { pk: number; now: string }) => markMissing.get(row),
    putListing,
  };
};
