import type { BookFormat } from '../../../shared/api/book-record.ts';
import type { Database } from '../../database/database.ts';
import { createFreshCache } from '../../database/fresh-cache.ts';
import { opaqueText } from '../../database/opaque.ts';
import type { StoredPage } from '../../media/stored-page.ts';

export interface PagedBook {
  pk: number;
  id: string;
  library_path: string;
  path: string;
  file_size: number;
  fingerprint: string | null;
  file_modified_ms: number;
  /** Null where it is not kept. */
  inode: string | null;
  error: string | null;
  format: BookFormat;
  page_count: number;
  /** 0 or 1: whether types and sizes of the pages have been read from their content. */
  analyzed: number;
  /** 0 or 1: whether the pages are known at all. */
  listed: number;
}

export type PagesStore = ReturnType<typeof createPagesStore>;

export const createPagesStore = (database: Database) => {
  const bookRow = database.prepare<[string], PagedBook>(
    `SELECT b.pk, b.id, l.path AS library_path, b.path, b.file_size, b.fingerprint, b.file_modified_ms, b.inode,
       b.error, b.format, b.page_count, b.analyzed, EXISTS (SELECT 1 FROM book_pages WHERE book_pk = b.pk) AS listed
     FROM books b JOIN libraries l ON l.pk = b.library_pk WHERE b.id = ${opaqueText('?')}`,
  );
  const pagesRow = database
    .prepare<[number], string>('SELECT pages FROM book_pages WHERE book_pk = ?')
    .pluck();
  const pageRow = database
    .prepare<[string, number], string | null>(`SELECT pages -> ? FROM book_pages WHERE book_pk = ?`)
    .pluck();
  // A reader asks for one page of a book after the other, and a phone for the same covers again.
  const knownBooks = createFreshCache<PagedBook>(database);
  const knownPages = createFreshCache<StoredPage>(database);
  return {
    book: (id: string): PagedBook | undefined => knownBooks.through(id, () => bookRow.get(id)),
    pages: (bookPk: number): StoredPage[] =>
      JSON.parse(pagesRow.get(bookPk) ?? '[]') as StoredPage[],
    /** One page without parsing the others; `index` is a whole number from 0. */
    page(bookPk: number, index: number): StoredPage | null {
      const page = knownPages.through(`${bookPk} ${index}`, () => {
        const json = pageRow.get(`$[${index}]`, bookPk) ?? null;
        return json === null ? undefined : (JSON.parse(json) as StoredPage);
      });
      return page ?? null;
    },
  };
};
