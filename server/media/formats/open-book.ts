import { closeSync } from 'node:fs';
import { extname } from 'node:path';

import type { BookFormat } from '../../../shared/api/book-record.ts';
import { edgeFingerprint } from '../fingerprint.ts';
import { defaultLimits, type Limits } from '../limits.ts';
import { fromSystemError, MediaError } from '../media-error.ts';
import { type FileType, fileTypeOf } from '../media-type.ts';
import { openRegularSync } from '../regular-file.ts';
import { readFully } from '../zip/read-fully.ts';
import { openEpubBook } from './epub-book.ts';
import { formatOf } from './format-of.ts';
import { openArchiveBook } from './archive-book.ts';
import { type BookFile, type BookOpener, emptyListing, type OpenedBook } from './opened-book.ts';
import { openPdfBook } from './pdf-book.ts';
import { openZipBook } from './zip-book.ts';

/** What a file really is, in words, and the format that it is read as. */
const kinds: Partial<Record<FileType, { name: string; format: BookFormat; open: BookOpener }>> = {
  zip: { name: 'a ZIP archive', format: 'cbz', open: openZipBook },
  rar4: { name: 'a RAR archive', format: 'cbr', open: openArchiveBook('rar') },
  rar5: { name: 'a RAR archive', format: 'cbr', open: openArchiveBook('rar5') },
  '7z': { name: 'a 7z archive', format: 'cb7', open: openArchiveBook('7z') },
  tar: { name: 'a TAR archive', format: 'cbt', open: openArchiveBook('tar') },
  epub: { name: 'an EPUB', format: 'epub', open: openEpubBook },
  pdf: { name: 'a PDF document', format: 'pdf', open: openPdfBook },
};

/** Whether a file that begins so may be a book. */
export const isBookType = (type: FileType): boolean => kinds[type] !== undefined;

/** What is no book at all, whatever its name says. */
const disguises: Partial<Record<FileType, string>> = {
  empty: 'The file is empty, as an interrupted copy leaves it. Copy or download it again.',
  html: 'This file is a web page, probably an error message that was saved instead of the comic. Download it again.',
  image: 'This file is a single image, not an archive. Pack the pages into a ZIP archive.',
};

const extensionOf = ({ path }: Pick<BookFile, 'path'>): string => extname(path).toLowerCase();

/**
 * What a file may be although it does not begin so: junk before a ZIP archive hides its first bytes, but not
 * its table of contents at the end, and the first TAR archives had no mark.
 */
const unmarked: Partial<Record<BookFormat, (typeof kinds)['zip']>> = {
  cbz: kinds.zip,
  cbt: kinds.tar,
};

/** Opens a file by what it is; one of no known kind is tried as the archive that its name promises. */
const open = async (file: BookFile): Promise<OpenedBook> => {
  const promised = formatOf(file.path) ?? 'cbz';
  const start = fileTypeOf(readFully(file.fd, 0, 1024));
  // The entry that marks an EPUB is not always the first.
  const type = start === 'zip' && promised === 'epub' ? 'epub' : start;
  const disguise = disguises[type];
  if (disguise !== undefined) throw new MediaError('wrong_type', disguise);
  const kind = kinds[type] ?? unmarked[promised];
  if (!kind) {
    throw new MediaError(
      'wrong_type',
      `This is no ${extensionOf(file)} file, whatever its name says: its content is damaged or something else. Copy or download it again.`,
    );
  }
  const opened = await kind.open(file);
  const { name } = Object.values(kinds).find(({ format }) => format === opened.format) ?? kind;
  const notes = [
    opened.format === promised ? null : `The file is ${name} named ${extensionOf(file)}.`,
    opened.note ?? null,
  ].filter((note) => note !== null);
  return { ...opened, note: notes.length === 0 ? null : notes.join(' ') };
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
 * Opens a book file and lists it, by its content and not by its name, reading its table of contents and
 * its metadata but no page data. A file that cannot be read comes back with `error` set, one or two
 * sentences for its owner; it never throws.
 */
export const openBook = async (
  path: string,
  fileSize: number,
  limits: Limits = defaultLimits,
  pdf?: BookFile['pdf'],
): Promise<OpenedBook> => {
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
      error: fromSystemError(error).message,
    };
  } finally {
    if (fd !== null) closeSync(fd);
  }
};
