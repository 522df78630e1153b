import { parseComicInfo } from '../comic-info/comic-info.ts';
import { isEpub } from '../epub/container.ts';
import { directoryFingerprint } from '../fingerprint.ts';
import type { Limits } from '../limits.ts';
import { fromSystemError } from '../media-error.ts';
import type { EmbeddedMetadata } from '../metadata.ts';
import { readZipDirectory, type ZipEntry } from '../zip/directory.ts';
import { methodProblem, readEntry } from '../zip/entry-data.ts';
import type { StoredPage } from '../stored-page.ts';
import { findComicInfo, imageTypeOfPage, selectPages } from './archive-entries.ts';
import { listEpubBook } from './epub-book.ts';
import { emptyListing, type BookFile, type BookOpener } from './opened-book.ts';

const cutOff = 'The page is cut off in the archive. Copy or download the file again.';

const toPage = (entry: ZipEntry, fileSize: number): StoredPage => {
  const outside = entry.headerOffset + entry.compressedSize > fileSize || entry.headerOffset < 0;
  const error = outside ? cutOff : methodProblem(entry.method);
  return {
    filename: entry.name,
    media_type: imageTypeOfPage(entry.name),
    width: null,
    height: null,
    file_size: entry.size,
    method: entry.method,
    offset: entry.headerOffset,
    compressed_size: entry.compressedSize,
    crc32: entry.crc32,
    ...(error === null ? {} : { error }),
  };
};

const readComicInfo = (
  fd: number,
  entries: ZipEntry[],
  limits: Limits,
): EmbeddedMetadata | null => {
  const entry = findComicInfo(entries, limits);
  if (!entry) return null;
  try {
    return parseComicInfo(readEntry(fd, entry, { limits }), limits);
  } catch {
    return null;
  }
};

/** Lists a comic in a ZIP archive by its table of contents and ComicInfo.xml. */
export const openZipBook = ((file: BookFile) => {
  const { fd, size, limits } = file;
  const directory = readZipDirectory(fd, size, limits);
  const { entries, bytes } = directory;
  if (isEpub(entries)) return listEpubBook(file, directory);
  const fingerprint = directoryFingerprint(bytes, size);
  const listing = { ...emptyListing, metadata: readComicInfo(fd, entries, limits) };
  try {
    const pages = selectPages(entries).map((entry) => toPage(entry, size));
    return { format: 'cbz', fingerprint, ...listing, pages, error: null };
  } catch (error) {
    return { format: 'cbz', fingerprint, ...listing, error: fromSystemError(error).message };
  }
}) satisfies BookOpener;
