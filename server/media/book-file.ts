import { closeSync, openSync, readSync } from 'node:fs';
import { extname } from 'node:path';

import type { BookFormat } from '../../shared/api/book-record.ts';
import { sortPages } from '../text/natural.ts';
import { type ComicInfo, maxComicInfoBytes, parseComicInfo } from './comic-info/comic-info.ts';
import { directoryFingerprint, edgeFingerprint } from './fingerprint.ts';
import { fromSystemError, MediaError } from './media-error.ts';
import { type FileType, fileTypeOf, imageTypeOfName } from './media-type.ts';
import { readZipDirectory, type ZipEntry } from './zip/directory.ts';
import { type EntryLocation, methodProblem, readEntry } from './zip/entry-data.ts';

/** A page as the `pages` column keeps it: what the wire shows and what reading it needs. */
export interface StoredPage {
  /** Path inside the archive. */
  filename: string;
  /** By extension until the page was analysed, then by its content. */
  media_type: string;
  width: number | null;
  height: number | null;
  file_size: number;
  method: number;
  /** Of the local header in the file. */
  offset: number;
  compressed_size: number;
  crc32: number;
  /** Why this page cannot be shown, while the others can. */
  error?: string;
}

/** Where a page lies in its archive. */
export const locationOf = (page: StoredPage): EntryLocation => ({
  method: page.method,
  headerOffset: page.offset,
  compressedSize: page.compressed_size,
  size: page.file_size,
  crc32: page.crc32,
});

export interface BookListing {
  pages: StoredPage[];
  comicInfo: ComicInfo | null;
}

/** A file as the scan lists it: what was found, or a sentence saying why nothing was. */
export interface OpenedBook {
  format: BookFormat;
  fingerprint: string | null;
  listing: BookListing;
  error: string | null;
}

const formats: Record<string, BookFormat> = {
  '.cbz': 'cbz',
  '.zip': 'cbz',
  '.cbr': 'cbr',
  '.rar': 'cbr',
  '.cb7': 'cb7',
  '.7z': 'cb7',
  '.cbt': 'cbt',
  '.epub': 'epub',
  '.pdf': 'pdf',
};

/** The format that a file's extension promises, or null if it is no book. */
export const formatOf = (path: string): BookFormat | null =>
  formats[extname(path).toLowerCase()] ?? null;

/** What a file really is, in words, and the format that it would be read as. */
const kinds: Partial<Record<FileType, { name: string; plural: string; format: BookFormat }>> = {
  zip: { name: 'a ZIP archive', plural: 'ZIP archives', format: 'cbz' },
  rar4: { name: 'a RAR archive', plural: 'RAR archives', format: 'cbr' },
  rar5: { name: 'a RAR archive', plural: 'RAR archives', format: 'cbr' },
  '7z': { name: 'a 7z archive', plural: '7z archives', format: 'cb7' },
  tar: { name: 'a TAR archive', plural: 'TAR archives', format: 'cbt' },
  epub: { name: 'an EPUB', plural: 'EPUB files', format: 'epub' },
  pdf: { name: 'a PDF document', plural: 'PDF files', format: 'pdf' },
};

/** What is no book at all, whatever its name says. */
const disguises: Partial<Record<FileType, string>> = {
  empty: 'The file is empty, as an interrupted copy leaves it. Copy or download it again.',
  html: 'This file is a web page, probably an error message that was saved instead of the comic. Download it again.',
  image: 'This file is a single image, not an archive. Pack the pages into a ZIP archive.',
};

/** Why a file of this type cannot be read, or null where its content says nothing against it. */
const problemOf = (type: FileType, extension: string, format: BookFormat): string | null => {
  const kind = kinds[type];
  if (!kind) return disguises[type] ?? null;
  const unread = `${kind.plural} cannot be read yet.`;
  return kind.format === format
    ? unread
    : `This file is ${kind.name} named ${extension}, and ${unread}`;
};

// Hidden files are junk, but `../page.jpg` is only an odd name: nothing is ever unpacked to disk.
const junk = /(^|\/)(__MACOSX\/|\.(?!\.?\/)|Thumbs\.db$|desktop\.ini$)/i;

const isPage = (entry: ZipEntry): boolean =>
  !entry.directory &&
  !entry.symlink &&
  imageTypeOfName(entry.name) !== null &&
  !junk.test(entry.name);

const pageProblem = (entry: ZipEntry, fileSize: number): string | null => {
  if (entry.headerOffset + entry.compressedSize > fileSize || entry.headerOffset < 0) {
    return 'The page is cut off in the archive. Copy or download the file again.';
  }
  return methodProblem(entry.method);
};

const toPage = (entry: ZipEntry, fileSize: number): StoredPage => {
  const error = pageProblem(entry, fileSize);
  return {
    filename: entry.name,
    media_type: imageTypeOfName(entry.name) ?? 'application/octet-stream',
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

const comicInfoName = /(^|\/)comicinfo\.xml$/i;

const readComicInfo = (fd: number, entries: ZipEntry[]): ComicInfo | null => {
  const candidates = entries.filter(
    ({ name, size, encrypted }) =>
      comicInfoName.test(name) && !junk.test(name) && size <= maxComicInfoBytes && !encrypted,
  );
  // The one nearest to the root speaks for the book.
  const entry = candidates.sort((a, b) => a.name.split('/').length - b.name.split('/').length)[0];
  if (!entry) return null;
  try {
    return parseComicInfo(readEntry(fd, entry));
  } catch {
    return null;
  }
};

const noPages = (entries: ZipEntry[]): MediaError => {
  if (entries.length === 0) return new MediaError('no_pages', 'The archive is empty.');
  const nested = entries.some(({ name }) => formatOf(name) !== null);
  return new MediaError(
    'no_pages',
    nested
      ? 'The archive contains no page images, but other archives. Unpack it into a folder.'
      : 'The archive contains no page images.',
  );
};

const listPages = (entries: ZipEntry[], fileSize: number): StoredPage[] => {
  const pages = entries.filter(isPage);
  if ((pages.length === 0 ? entries : pages).some(({ encrypted }) => encrypted)) {
    throw new MediaError(
      'encrypted',
      'The archive is protected by a password. Pack it again without one.',
    );
  }
  if (pages.length === 0) throw noPages(entries);
  return sortPages(pages, ({ name }) => name).map((entry) => toPage(entry, fileSize));
};

const firstBytes = (fd: number): Buffer => {
  const bytes = Buffer.alloc(512);
  return bytes.subarray(0, readSync(fd, bytes, 0, 512, 0));
};

/** Says what the file is instead of a damaged archive, where that is the better explanation. */
const explain = (fd: number, error: unknown, extension: string): unknown => {
  const type = fileTypeOf(firstBytes(fd));
  const sentence = type === 'zip' ? null : problemOf(type, extension, 'cbz');
  return sentence === null ? error : new MediaError('wrong_type', sentence);
};

const emptyListing: BookListing = { pages: [], comicInfo: null };

const openZip = (fd: number, fileSize: number, extension: string): Omit<OpenedBook, 'format'> => {
  let directory;
  try {
    directory = readZipDirectory(fd, fileSize);
  } catch (error) {
    throw explain(fd, error, extension);
  }
  const fingerprint = directoryFingerprint(directory.bytes, fileSize);
  const { entries } = directory;
  try {
    const pages = listPages(entries, fileSize);
    return { fingerprint, listing: { pages, comicInfo: readComicInfo(fd, entries) }, error: null };
  } catch (error) {
    const listing = { pages: [], comicInfo: readComicInfo(fd, entries) };
    return { fingerprint, listing, error: fromSystemError(error).message };
  }
};

/** Archives whose extension is often wrong: what lies inside decides. */
const mislabelled: ReadonlySet<BookFormat> = new Set(['cbr', 'cb7', 'cbt']);

const open = (fd: number, fileSize: number, extension: string, format: BookFormat): OpenedBook => {
  if (format === 'cbz') return { format, ...openZip(fd, fileSize, extension) };
  const type = fileTypeOf(firstBytes(fd));
  if (type === 'zip' && mislabelled.has(format)) {
    return { format: 'cbz', ...openZip(fd, fileSize, extension) };
  }
  // An EPUB without its first entry is still a ZIP: it is named by what it claims to be.
  const claimed = format === 'epub' && type === 'zip' ? 'epub' : type;
  const error =
    problemOf(claimed, extension, format) ??
    `This is no ${extension} file, whatever its name says: its content is damaged or something else. Copy or download it again.`;
  return { format, fingerprint: edgeFingerprint(fd, fileSize), listing: emptyListing, error };
};

/** The fingerprint of a file that could not be opened as what it claims to be, if it can be read. */
const fingerprintOf = (fd: number | null, fileSize: number): string | null => {
  try {
    return fd === null ? null : edgeFingerprint(fd, fileSize);
  } catch {
    return null;
  }
};

/**
 * Opens a book file and lists it, reading its table of contents and ComicInfo.xml but no page data
 * (at most 64 KiB and the metadata). A file that cannot be read comes back with `error` set, one or
 * two sentences for its owner; it never throws.
 */
export const openBook = (path: string, fileSize: number): OpenedBook => {
  const format = formatOf(path) ?? 'cbz';
  let fd: number | null = null;
  try {
    fd = openSync(path, 'r');
    return open(fd, fileSize, extname(path).toLowerCase(), format);
  } catch (error) {
    const fingerprint = fingerprintOf(fd, fileSize);
    return { format, fingerprint, listing: emptyListing, error: fromSystemError(error).message };
  } finally {
    if (fd !== null) closeSync(fd);
  }
};
