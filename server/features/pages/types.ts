import type { Page, PageFormat } from '../../../shared/api/pages.ts';
import { AppError, retryAfter } from '../../../shared/errors.ts';
import type { Content } from '../../http/api/content.ts';
import type { ClientConditions } from '../../http/api/conditional-request.ts';
import type { ListPage } from '../../database/json.ts';
import type { PageRequest } from '../../../shared/schemas.ts';
import type { StoredPage } from '../../media/stored-page.ts';
import type { PagedBook } from './store.ts';

export type PageSort = 'page_number' | 'filename' | 'file_size';
/**
 * Requested form of a page image; without any of these the stored bytes, or for a PDF its default
 * drawing.
 */

export interface PageShape {
  width?: number | undefined;
  height?: number | undefined;
  format?: PageFormat | undefined;
}
export interface PagesService {
  /**
   * Analyses the book first if that has not happened yet. A text has one page per 1,024 characters.
   */
  list(bookId: string, query: PageRequest<PageSort>): Promise<ListPage<Page>>;
  /** The stored pages, analysed first as for `list`. */
  stored(bookId: string): Promise<StoredPages>;
  /**
   * The image of the 1-indexed page. `accept` is the request's header and chooses between JPEG and
   * WebP if neither the shape nor the source does. Not read if the client has it cached; a deflated
   * page is sent as it is to clients that accept gzip.
   */
  image(
    bookId: string,
    pageNumber: number,
    shape: PageShape,
    accept: string | undefined,
    reader?: ClientConditions,
  ): Promise<Content>;
  /** The 1-indexed page in the format of its file: a one-page PDF, else the stored bytes. */
  raw(bookId: string, pageNumber: number, reader?: ClientConditions): Promise<Content>;
}
/** The book with its stored pages. */

export interface StoredPages {
  book: PagedBook;
  pages: StoredPage[];
  /** The analysis goes on, so the pages are as the scan found them. */
  isAnalyzing: boolean;
}

export const pagesBeingRead = (): AppError =>
  new AppError('ServiceUnavailable', 'The pages of this book are being read', retryAfter(2));
