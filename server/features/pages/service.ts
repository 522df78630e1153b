import type { Page, PageFormat } from '../../../shared/api/pages.ts';
import type { PageRequest } from '../../../shared/schemas.ts';
import type { Listing } from '../../database/json.ts';
import type { Content } from '../../http/content.ts';

export type PageSort = 'page_number' | 'filename' | 'file_size';

/** How a page image is wanted; with none of the three it is the stored bytes. */
export interface PageShape {
  width?: number | undefined;
  height?: number | undefined;
  format?: PageFormat | undefined;
}

export interface PagesService {
  /** Analyses the book first where that has not happened yet. */
  list(bookId: string, query: PageRequest<PageSort>): Promise<Listing<Page>>;
  /**
   * The image of the 1-indexed page. `accept` is the request's header and decides between JPEG and
   * WebP where neither the shape nor the source does.
   */
  image(
    bookId: string,
    pageNumber: number,
    shape: PageShape,
    accept: string | undefined,
  ): Promise<Content>;
}
