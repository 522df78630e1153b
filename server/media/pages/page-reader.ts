import type { Allocate } from '../buffer-loans.ts';
import type { FileAt } from '../file-stamp.ts';
import type { StoredPage } from '../stored-page.ts';

/** Into which a page that has no size of its own is drawn, pixels. */
export interface PageBox {
  width?: number | undefined;
  height?: number | undefined;
}

/**
 * Reads pages of books of one kind of source, whole and from one version of the file. Paths are absolute. Throws
 * MediaError, `changed` where the file is not the one that the stamp names, or is replaced meanwhile.
 */
export interface PageReader<Page extends StoredPage> {
  /**
   * The image of a page; one that is drawn fits into `box`. It may lie in memory from `allocate`.
   */
  read(file: FileAt, page: Page, box?: PageBox, allocate?: Allocate): Promise<Buffer>;
  /**
   * The first bytes of the image: what unpacking `length` packed ones gives, or more.
   */
  head(file: FileAt, page: Page, length: number): Promise<Buffer>;
  /** Closes every file and removes what was unpacked. */
  close(): Promise<void>;
}
