import { closeSync } from 'node:fs';
import { extname } from 'node:path';

import type { BookFormat } from '../../../shared/api/book-record.ts';
import { edgeFingerprint } from '../fingerprint.ts';
import { defaultLimits, type Limits } from '../limits.ts';
import { faultOfFile, MediaError } from '../media-error.ts';
import { tidyMetadata } from '../tidy-metadata.ts';
import { type BookType, type FileType, fileTypeOf, isBookType } from '../media-type.ts';
import { openRegularSync } from '../regular-file.ts';
import { readFully } from '../zip/read-fully.ts';
import { openEpubBook } from './epub-book.ts';
import { openFb2Book } from './fb2-book.ts';
import { formatOf } from './format-of.ts';
import { openArchiveBook } from './archive-book.ts';
import { type BookFile, type BookParser, emptyListing, type ParsedBook } from './parsed-book.ts';
import { openMobiBook } from './mobi-book.ts';
import { openPdfBook } from './pdf-book.ts';
import { openZipBook } from './zip-book.ts';

/** The detected file type as text, with the format it is read as. */
const kinds: Record<BookType, { name: string; format: BookFormat; open: BookParser }> = {
  zip: { name: 'a ZIP archive', format: 'cbz', open: openZipBook },
  rar4: { name: 'a RAR archive', format: 'cbr', open: openArchiveBook('rar') },
  rar5: { name: 'a RAR archive', format: 'cbr', open: openArchiveBook('rar5') },
  '7z': { name: 'a 7z archive', format: 'cb7', open: openArchiveBook('7z') },
  tar: { name: 'a TAR archive', format: 'cbt', open: openArchiveBook('tar') },
  epub: { name: 'an EPUB', format: 'epub', open: openEpubBook },
  fb2: { name: 'a FictionBook', format: 'fb2', open: openFb2Book },
  mobi: { name: 'a Kindle book', format: 'mobi', open: openMobiBook },
  pdf: { name: 'a PDF document', format: 'pdf', open: openPdfBook },
};

/** Types that are never a book, whatever the file name says. */
const disguises: Partial<Record<FileType, string>> = {
  empty:
    'The file is empty, probably because copying it was interrupted. Copy or download it again.',
  html: 'This file is a web page, probably an error message that was saved instead of the comic. Download it again.',
  closed_kindle:
    'This book is in a format that only Amazon’s apps can open. Get a copy without DRM as EPUB, AZW3 or MOBI.',
  image: 'This file is a single image, not an archive. Pack the pages into a ZIP archive.',
  compressed:
    'This file is compressed as a whole, like a .tar.gz. Unpack it, and pack the pages into a ZIP archive.',
};

const extensionOf = ({ path }: Pick<BookFile, 'path'>): string => extname(path).toLowerCase();

/**
 * Formats to try when the first bytes are unknown: junk before a ZIP archive hides them, but not
 * the table of contents at the end, and the first TAR archives had no signature.
 */
const unmarked: Partial<Record<BookFormat, (typeof kinds)['zip']>> = {
  cbz: kinds.zip,
  cbt: kinds.tar,
};

/** Opens a file by its detected type; an unknown one is tried as its extension implies. */
const open = async (file: BookFile): Promise<ParsedBook> => {
  const promised = formatOf(file.path) ?? 'cbz';
  const start = fileTypeOf(readFully(file.fd, 0, 1024));
  // The entry that identifies an EPUB is not always the first.
  const type = start === 'zip' && promised === 'epub' ? 'epub' : start;
  const disguise = disguises[type];
  if (disguise !== undefined) throw new MediaError('wrong_type', disguise);
  const kind = (isBookType(type) ? kinds[type] : undefined) ?? unmarked[promised];
  if (!kind) {
    throw new MediaError(
      'wrong_type',
      `This is not a ${extensionOf(file)} file, despite its name: its content is damaged or something else. Copy or download it again.`,
    );
  }
  const opened = await kind.open(file);
  const { name } = Object.values(kinds).find(({ format }) => format === opened.format) ?? kind;
  const notes = [
    opened.format === promised ? null : `The file is ${name} named ${extensionOf(file)}.`,
    opened.note ?? null,
  ].filter((note) => note !== null);
  return {
    ...opened,
    metadata: opened.metadata && tidyMetadata(opened.metadata),
    note: notes.length === 0 ? null : notes.join(' '),
  };
};

/** The fingerprint of a file that could not be opened in its format, if it is readable. */
const fingerprintOf = (fd: number | null, fileSize: number): string | null => {
  try {
    return fd === null ? null : edgeFingerprint(fd, fileSize);
  } catch {
    return null;
  }
};

/**
 * Lists a book file by content rather than name: reads its table of contents and metadata, but no
 * page data. An unreadable file is returned with `error` set, one or two sentences for its owner.
 * Throws only MediaError `unavailable`.
 */
export const openBook = async (
  path: string,
  fileSize: number,
  limits: Limits = defaultLimits,
  pdf?: BookFile['pdf'],
): Promise<ParsedBook> => {
  let fd: number | null = null;
  try {
    fd = openRegularSync(path);
    return await open({ path, fd, size: fileSize, limits, pdf });
  } catch (error) {
    return {
      ...emptyListing,
      format: formatOf(path) ?? 'cbz',
      fingerprint: fingerprintOf(fd, fileSize),
      note: null,
      error: faultOfFile(error).message,
    };
  } finally {
    if (fd !== null) closeSync(fd);
  }
};
