import { damagedEpub, isEpub } from '../epub/container.ts';
import { listEpub } from '../epub/list-epub.ts';
import { directoryFingerprint } from '../fingerprint.ts';
import { textLimits } from '../limits.ts';
import { faultOfFile } from '../media-error.ts';
import { readZipDirectory, type ZipDirectory } from '../zip/directory.ts';
import { readEntry } from '../zip/read-entry.ts';
import {
  type BookFile,
  type BookParser,
  emptyListing,
  type BookParserResult,
} from './parsed-book.ts';

/** Lists an EPUB by the table of contents of its archive. */
export const listEpubBook = (
  { fd, size, limits }: BookFile,
  { entries, bytes }: ZipDirectory,
): BookParserResult => {
  const book = { format: 'epub', fingerprint: directoryFingerprint(bytes, size) } as const;
  try {
    if (!isEpub(entries)) throw damagedEpub('it lacks META-INF/container.xml');
    // Listing reads only texts, so the text limits apply.
    const bounds = textLimits(limits);
    const unpack = (entry: (typeof entries)[number]) => readEntry(fd, entry, { limits: bounds });
    return { ...book, ...listEpub({ entries, size, unpack, limits }), error: null };
  } catch (error) {
    return { ...book, ...emptyListing, error: faultOfFile(error).message };
  }
};

/** Lists a file that was detected as an EPUB. */
export const openEpubBook = ((file: BookFile) =>
  listEpubBook(file, readZipDirectory(file.fd, file.size, file.limits))) satisfies BookParser;
