import { edgeFingerprint } from '../fingerprint.ts';
import { faultOfFile } from '../media-error.ts';
import { listMobi } from '../mobi/open-mobi.ts';
import { readFully } from '../zip/read-fully.ts';
import { type BookParser, emptyListing } from './parsed-book.ts';

/** Lists a Kindle book by its head. Its pages are known when its EPUB was made. */
export const openMobiBook = (({ fd, size, limits }) => {
  const book = {
    ...emptyListing,
    format: 'mobi',
    fingerprint: edgeFingerprint(fd, size),
  } as const;
  try {
    const read = (position: number, length: number) => readFully(fd, position, length);
    return { ...book, metadata: listMobi(read, size, limits), error: null };
  } catch (error) {
    return { ...book, error: faultOfFile(error).message };
  }
}) satisfies BookParser;
