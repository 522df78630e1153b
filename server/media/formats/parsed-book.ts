import type { BookFormat } from '../../../shared/api/book-record.ts';
import type { Publication } from '../epub/publication.ts';
import type { Limits } from '../limits.ts';
import type { EmbeddedMetadata } from '../metadata.ts';
import type { Pdf } from '../pdf/pdf.ts';
import type { ImagePage, StoredPage } from '../stored-page.ts';

/** A file opened for listing. */
export interface BookFile {
  /** Absolute. */
  path: string;
  fd: number;
  /** Bytes. */
  size: number;
  limits: Limits;
  /** Lists PDFs; without it, each PDF starts a thread of its own. */
  pdf?: Pick<Pdf, 'list'> | undefined;
}

/** The contents of a book, as far as known without reading its pages. */
export interface BookListing {
  pages: StoredPage[];
  /** The image that the book declares as its cover, if it is not one of the first pages. */
  cover: ImagePage | null;
  metadata: EmbeddedMetadata | null;
  /** Set for EPUBs. */
  publication?: Publication | undefined;
}

export const emptyListing: BookListing = { pages: [], cover: null, metadata: null };

/** The result of listing a file: its contents, or an error message. */
export interface ParsedBook extends BookListing {
  format: BookFormat;
  fingerprint: string | null;
  /** A message for the owner about a readable book, for example that its extension is wrong. */
  note: string | null;
  error: string | null;
}

/** An opener's result; `note` is optional, because most books have none. */
export type BookParserResult = Omit<ParsedBook, 'note'> & Partial<Pick<ParsedBook, 'note'>>;

/**
 * Lists books of one file type. Throws MediaError; partial results can be returned with `error`.
 */
export type BookParser = (file: BookFile) => Promise<BookParserResult> | BookParserResult;
