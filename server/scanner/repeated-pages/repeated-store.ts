import { isoNow, newId } from '../../database/ids.ts';
import type { Database } from '../../database/types.ts';

export interface PagesOfBook {
  pk: number;
  path: string;
  title: string;
  /** JSON. */
  pages: string;
}

export interface FoundPage {
  crc32: number;
  file_size: number;
  hash: string;
  picture: Buffer;
  book_count: number;
  front_count: number;
  back_count: number;
  cover_count: number;
}

const present = `library_pk = ? AND missing_since IS NULL AND error IS NULL
  AND format IN ('cbz', 'cbr', 'cb7', 'cbt')`;

/** SQL for the search for repeated pages. */
export const createRepeatedStore = (database: Database) => {
  const library = database.prepare<[string], { pk: number; root: string }>(
    'SELECT pk, path AS root FROM libraries WHERE id = ?',
  );
  const totals = database.prepare<[number], { books: number; pages: number }>(
    `SELECT count(*) AS books, coalesce(sum(page_count), 0) AS pages FROM books WHERE ${present}`,
  );
  const books = database.prepare<[number, number, number], PagesOfBook>(
    `SELECT b.pk, b.path, b.title, p.pages FROM books b JOIN book_pages p ON p.book_pk = b.pk
     WHERE ${present} AND b.pk > ? ORDER BY b.pk LIMIT ?`,
  );
  const book = database.prepare<[number], PagesOfBook>(
    `SELECT b.pk, b.path, b.title, p.pages FROM books b JOIN book_pages p ON p.book_pk = b.pk
     WHERE b.pk = ?`,
  );
  const reset = database.prepare<[number]>(
    `UPDATE repeated_pages SET book_count = 0, front_count = 0, back_count = 0, cover_count = 0
     WHERE library_pk = ?`,
  );
  const save = database.prepare<FoundPage & { id: string; library_pk: number; now: string }>(
    `INSERT INTO repeated_pages (id, library_pk, crc32, file_size, hash, picture, book_count,
       front_count, back_count, cover_count, found_at)
     VALUES (@id, @library_pk, @crc32, @file_size, @hash, @picture, @book_count, @front_count,
       @back_count, @cover_count, @now)
     ON CONFLICT (library_pk, crc32, file_size) DO UPDATE SET book_count = @book_count,
       front_count = @front_count, back_count = @back_count, cover_count = @cover_count,
       mark = iif(hash = @hash, mark, NULL), hash = @hash, picture = @picture`,
  );
  const prune = database.prepare<[number]>(
    'DELETE FROM repeated_pages WHERE library_pk = ? AND book_count = 0 AND mark IS NULL',
  );
  return {
    library: (id: string) => library.get(id),
    totals: (libraryPk: number) => totals.get(libraryPk) ?? { books: 0, pages: 0 },
    books: (libraryPk: number, after: number, limit: number) => books.all(libraryPk, after, limit),
    book: (pk: number) => book.get(pk),
    /** Replaces the results of the last search; marks stay. */
    save: (libraryPk: number, found: readonly FoundPage[]): void =>
      database
        .transaction(() => {
          reset.run(libraryPk);
          for (const page of found)
            save.run({ ...page, id: newId(), library_pk: libraryPk, now: isoNow() });
          prune.run(libraryPk);
        })
        .immediate(),
  };
};
