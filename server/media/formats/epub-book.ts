import { damagedEpub, isEpub } from '../epub/container.ts';
import { listEpub } from '../epub/list-epub.ts';
import { directoryFingerprint } from '../fingerprint.ts';
import { textLimits } from '../limits.ts';
import { fromSystemError } from '../media-error.ts';
import { readZipDirectory, type ZipDirectory } from '../zip/directory.ts';
import { readEntry } from '../zip/entry-data.ts';
import { type BookFile, type BookOpener, emptyListing, type ListedBook } from './opened-book.ts';

/** Lists an EPUB by the table of contents of its archive. */
export const listEpubBook = (
  { fd, size, limits }: BookFile,
  { entries, bytes }: ZipDirectory,
): ListedBook => {
  const book = { format: 'epub', fingerprint: directoryFingerprint(bytes, size) } as const;
  try {
    if (!isEpub(entries)) throw damagedEpub('it lacks META-INF/container.xml');
    // Only texts are read while a book is listed.
    const bounds = textLimits(limits);
    const unpack = (entry: (typeof entries)[number]) => readEntry(fd, entry, { limits: bounds });
    return { ...book, ...listEpub({ entries, size, unpack, limits }), error: null };
  } catch (error) {
    return { ...book, ...emptyListing, error: fromSystemError(error).message };
  }
};

/** Lists a file that says it is an EPUB. */
export const openEpubBook = ((file: BookFile) =>
  listEpubBook(file, readZipDirectory(file.fd, file.size, file.limits))) satisfies BookOpener;
