import type { Content } from '../../http/content.ts';

/**
 * Covers, at most 400 px wide, WebP or JPEG by the request's `accept` header; made on demand where
 * the background has not come to it. Each throws NotFound where there is nothing to show.
 */
export interface CoversService {
  book(id: string, accept: string | undefined): Promise<Content>;
  /** The cover of the first book in order. */
  series(id: string, accept: string | undefined): Promise<Content>;
  /** The cover of the first series by name. */
  library(id: string, accept: string | undefined): Promise<Content>;
}
