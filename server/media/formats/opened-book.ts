import type { BookFormat } from '../../../shared/api/book-record.ts';
import type { Limits } from '../limits.ts';
import type { EmbeddedMetadata } from '../metadata.ts';
import type { ImagePage, StoredPage } from '../stored-page.ts';

/** A file that is open for being listed. */
export interface BookFile {
  /** Absolute. */
  path: string;
  fd: number;
  /** Bytes. */
  size: number;
  limits: Limits;
}

/** What a book holds, as far as it can be told without reading its pages. */
export interface BookListing {
  pages: StoredPage[];
  /** The image that the book names as its cover where that is none of its first pages. */
  cover: ImagePage | null;
  metadata: EmbeddedMetadata | null;
}

export const emptyListing: BookListing = { pages: [], cover: null, metadata: null };

/** A file as the scan lists it: what was found, or a sentence saying why nothing was. */
export interface OpenedBook extends BookListing {
  format: BookFormat;
  fingerprint: string | null;
  /** What its owner should know of a book that can be read all the same, a wrong extension for example. */
  note: string | null;
  error: string | null;
}

/** Lists books of one kind of file. Throws MediaError; what was found until then may come with `error`. */
export type BookOpener = (
  file: BookFile,
) => Promise<Omit<OpenedBook, 'note'>> | Omit<OpenedBook, 'note'>;
