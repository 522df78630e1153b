import type { BookFormat } from '../../../shared/api/book-record.ts';
import type { Publication } from '../epub/publication.ts';
import type { Limits } from '../limits.ts';
import type { EmbeddedMetadata } from '../metadata.ts';
import type { Pdf } from '../pdf/pdf.ts';
import type { ImagePage, StoredPage } from '../stored-page.ts';

/** A file that is open for being listed. */
export interface BookFile {
  /** Absolute. */
  path: string;
  fd: number;
  /** Bytes. */
  size: number;
  limits: Limits;
  /** Lists PDFs; without it each starts a thread for itself. */
  pdf?: Pick<Pdf, 'list'> | undefined;
}

/** What a book holds, as far as it can be told without reading its pages. */
export interface BookListing {
  pages: StoredPage[];
  /** The image that the book names as its cover where that is none of its first pages. */
  cover: ImagePage | null;
  metadata: EmbeddedMetadata | null;
  /** Of an EPUB. */
  publication?: Publication | undefined;
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

/** A book as its opener lists it; most have nothing to note. */
export type ListedBook = Omit<OpenedBook, 'note'> & Partial<Pick<OpenedBook, 'note'>>;

/** Lists books of one kind of file. Throws MediaError; what was found until then may come with `error`. */
export type BookOpener = (file: BookFile) => Promise<ListedBook> | ListedBook;
