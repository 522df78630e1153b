import { isEpub } from '../epub/container.ts';
import { findFb2, readPackedFb2 } from '../fb2/packed-fb2.ts';
import { directoryFingerprint } from '../fingerprint.ts';
import { faultOfFile, MediaError } from '../media-error.ts';
import { readZipDirectory, type ZipDirectory, type ZipEntry } from '../zip/directory.ts';
import { canUnpack, readEntry } from '../zip/read-entry.ts';
import { listArchive } from '../seven-zip/list-archive.ts';
import type { ImagePage } from '../stored-page.ts';
import { openArchiveBook, readArchivedDocuments } from './archive-book.ts';
import { imageTypeOfPage, selectPages } from './archive-entries.ts';
import { isComicDocument } from './comic-document-names.ts';
import { type ComicMetadata, readComicDocuments } from './comic-documents.ts';
import { listEpubBook } from './epub-book.ts';
import { listFb2Book } from './fb2-book.ts';
import { arrangePages } from './page-order.ts';
import {
  emptyListing,
  type BookFile,
  type BookParser,
  type BookParserResult,
} from './parsed-book.ts';

const cutOff = 'The page is cut off in the archive. Copy or download the file again.';

const toPage = (entry: ZipEntry, fileSize: number): ImagePage => {
  const outside = entry.headerOffset + entry.compressedSize > fileSize || entry.headerOffset < 0;
  const facts = {
    filename: entry.name,
    media_type: imageTypeOfPage(entry.name),
    width: null,
    height: null,
    file_size: entry.size,
    crc32: entry.crc32,
    ...(outside ? { error: cutOff } : {}),
  };
  if (!canUnpack(entry.method)) return { source: 'archive', ...facts };
  return {
    ...facts,
    method: entry.method,
    offset: entry.headerOffset,
    compressed_size: entry.compressedSize,
  };
};

/** Documents that only 7-Zip unpacks are read by it. */
const readDocuments = async (
  { path, fd, size, limits }: BookFile,
  { entries, comment }: ZipDirectory,
): Promise<ComicMetadata> => {
  const isPacked = entries.some(({ name, method }) => isComicDocument(name) && !canUnpack(method));
  if (!isPacked) {
    return readComicDocuments(
      entries,
      (entry) => readEntry(fd, entry, { limits }),
      limits,
      comment,
    );
  }
  try {
    const listing = await listArchive(path, size, 'zip', limits);
    return await readArchivedDocuments(path, listing, limits, comment);
  } catch (error) {
    faultOfFile(error);
    return { metadata: null, pages: [] };
  }
};

const listByDirectory = async (file: BookFile): Promise<BookParserResult> => {
  const { fd, size, limits } = file;
  const directory = readZipDirectory(fd, size, limits);
  const { entries, bytes } = directory;
  if (isEpub(entries)) return listEpubBook(file, directory);
  const fb2 = findFb2(entries);
  if (fb2) return listFb2Book(file, readPackedFb2(fd, fb2, limits).read);
  const fingerprint = directoryFingerprint(bytes, size);
  const { metadata, pages: listed } = await readDocuments(file, directory);
  const listing = { ...emptyListing, metadata };
  try {
    const found = selectPages(entries).map((entry) => toPage(entry, size));
    return { format: 'cbz', fingerprint, ...listing, ...arrangePages(found, listed), error: null };
  } catch (error) {
    return { format: 'cbz', fingerprint, ...listing, error: faultOfFile(error).message };
  }
};

const salvage = openArchiveBook('zip');

/**
 * Lists a comic in a ZIP archive by its table of contents and ComicInfo.xml; falls back to 7-Zip if
 * the table is missing or damaged.
 */
export const openZipBook = (async (file: BookFile) => {
  try {
    return await listByDirectory(file);
  } catch (error) {
    if (!(error instanceof MediaError) || error.reason !== 'damaged') throw error;
    const salvaged = await salvage(file).catch((failure: unknown) => {
      faultOfFile(failure);
      return null;
    });
    if (salvaged === null || salvaged.pages.length === 0) throw error;
    return salvaged;
  }
}) satisfies BookParser;
