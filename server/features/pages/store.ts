import type { BookFormat } from '../../../shared/api/book-record.ts';
import type { Database } from '../../database/types.ts';
import { createWriteInvalidatedCache } from '../../database/write-invalidated-cache.ts';
import { noReprepareText } from '../../database/planner-hints.ts';
import type { StoredPage } from '../../media/stored-page.ts';
import { decodePage, decodePages } from '../../media/page-json.ts';

export interface PagedBook {
  pk: number;
  id: string;
  library_path: string;
  path: string;
  file_size: number;
  fingerprint: string | null;
  file_modified_ms: number;
  /** Null if not recorded. */
  inode: string | null;
  error: string | null;
  format: BookFormat;
  page_count: number;
  /** 0 or 1: whether page types and sizes have been read from the content. */
  analyzed: number;
  /** 0 or 1: whether the page list is known. */
  listed: number;
}

export type PagesStore = ReturnType<typeof createPagesStore>;

export const createPagesStore = (database: Database) => {
  const bookRow = database.prepare<[string], PagedBook>(
    `SELECT b.pk, b.id, l.path AS library_path, b.path, b.file_size, b.fingerprint, b.file_modified_ms, b.inode,
       b.error, b.format, b.page_count, b.analyzed, EXISTS (SELECT 1 FROM book_pages WHERE book_pk = b.pk AND pages <> '[]') AS listed
     FROM books b JOIN libraries l ON l.pk = b.library_pk WHERE b.id = ${noReprepareText('?')}`,
  );
  const pagesRow = database
    .prepare<[number], string>('SELECT pages FROM book_pages WHERE book_pk = ?')
    .pluck();
  const pageRow = database
    .prepare<[string, number], string | null>(`SELECT pages -> ? FROM book_pages WHERE book_pk = ?`)
    .pluck();
  // Cached, because a reader requests one page of a book after the other, and a phone repeats
  // requests for covers.
  const knownBooks = createWriteInvalidatedCache<PagedBook>(database);
  const knownPages = createWriteInvalidatedCache<StoredPage>(database);
  return {
    book: (id: string): PagedBook | undefined => knownBooks.getOrLoad(id, () => bookRow.get(id)),
    pages: (bookPk: number): StoredPage[] => decodePages(pagesRow.get(bookPk) ?? '[]'),
    /** Reads one page without parsing the others; `index` is 0-based. */
    page: (bookPk: number, index: number): StoredPage | null =>
      knownPages.getOrLoad(
        `${bookPk} ${index}`,
        () => decodePage(pageRow.get(`$[${index}]`, bookPk)) ?? undefined,
      ) ?? null,
  };
};
