import type { Allocate } from '../buffer-pool.ts';
import type { FileAt } from '../file-stamp.ts';
import type { StoredPage } from '../stored-page.ts';

/** Bounds for drawing a page without a size of its own, pixels. */
export interface PageBox {
  width?: number | undefined;
  height?: number | undefined;
}

/**
 * Reads whole pages of one kind of source, always from one version of the file. Paths are absolute.
 * Throws MediaError, `changed` if the file does not match the stamp or is replaced during the read.
 */
export interface PageReader<Page extends StoredPage> {
  /** The image of a page, fitted into `box` if drawn. The result can use memory from `allocate`. */
  read(file: FileAt, page: Page, box?: PageBox, allocate?: Allocate): Promise<Buffer>;
  /** The first bytes of the image: at least what `length` packed bytes unpack to. */
  head(file: FileAt, page: Page, length: number): Promise<Buffer>;
  /** Closes all files and deletes unpacked archives. */
  close(): Promise<void>;
}
