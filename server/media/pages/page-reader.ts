import type { Allocate } from '../buffer-loans.ts';
import type { StoredPage } from '../stored-page.ts';

/** Into which a page that has no size of its own is drawn, pixels. */
export interface PageBox {
  width?: number | undefined;
  height?: number | undefined;
}

/** Reads pages of books of one kind of source. `path` is the absolute path of the book. */
export interface PageReader<Page extends StoredPage> {
  /**
   * The image of a page; one that is drawn fits into `box`. It may lie in memory from `allocate`. Throws
   * MediaError.
   */
  read(path: string, page: Page, box?: PageBox, allocate?: Allocate): Promise<Buffer>;
  /**
   * The first bytes of the image: what unpacking `length` packed ones gives, or more. Throws MediaError.
   */
  head(path: string, page: Page, length: number): Promise<Buffer>;
  /** Closes every file and removes what was unpacked. */
  close(): Promise<void>;
}
