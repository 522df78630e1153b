import type { BookFormat } from '../../../shared/api/book-record.ts';
import { edgeFingerprint } from '../fingerprint.ts';
import type { EmbeddedMetadata } from '../metadata.ts';
import { faultOfFile } from '../media-error.ts';
import { type BookFile, type BookParserResult, emptyListing } from './parsed-book.ts';

/** Lists a book that is read through an EPUB by its head alone. Its pages are known when the EPUB was made. */
export const listByHead = (
  { fd, size }: Pick<BookFile, 'fd' | 'size'>,
  format: BookFormat,
  readMetadata: () => EmbeddedMetadata,
): BookParserResult => {
  const book = { ...emptyListing, format, fingerprint: edgeFingerprint(fd, size) };
  try {
    return { ...book, metadata: readMetadata(), error: null };
  } catch (error) {
    return { ...book, error: faultOfFile(error).message };
  }
};
