import { edgeFingerprint } from '../fingerprint.ts';
import { listFb2 } from '../fb2/open-fb2.ts';
import { faultOfFile } from '../media-error.ts';
import type { ReadAt } from '../mobi/palm-database.ts';
import { readFully } from '../zip/read-fully.ts';
import { type BookFile, type BookParser, emptyListing } from './parsed-book.ts';

/**
 * Lists a FictionBook by its head, which is read from an archive if it is packed. Its pages are known when its
 * EPUB was made.
 */
export const listFb2Book = ({ fd, size }: Pick<BookFile, 'fd' | 'size'>, read: ReadAt) => {
  const fingerprint = edgeFingerprint(fd, size);
  const book = { ...emptyListing, format: 'fb2', fingerprint } as const;
  try {
    return { ...book, metadata: listFb2(read), error: null };
  } catch (error) {
    return { ...book, error: faultOfFile(error).message };
  }
};

/** Lists a FictionBook that is not packed. */
export const openFb2Book = ((file: BookFile) =>
  listFb2Book(file, (position, length) =>
    readFully(file.fd, position, length),
  )) satisfies BookParser;
