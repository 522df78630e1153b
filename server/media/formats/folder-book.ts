import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, parse } from 'node:path';

import { parseComicInfo } from '../comic-info/comic-info.ts';
import type { Limits } from '../limits.ts';
import { fromSystemError, MediaError } from '../media-error.ts';
import { imageTypeOfName } from '../media-type.ts';
import type { EmbeddedMetadata } from '../metadata.ts';
import type { FolderPage } from '../stored-page.ts';
import { findComicInfo, imageTypeOfPage, isJunk, selectPages } from './archive-entries.ts';
import { emptyListing, type OpenedBook } from './opened-book.ts';

/** A file of a folder that is a book: a page, or its ComicInfo.xml. */
export interface FolderEntry {
  name: string;
  /** Bytes. */
  size: number;
  /** Milliseconds since the epoch, whole. */
  mtimeMs: number;
}

const comicInfoName = 'comicinfo.xml';

/** Whether a file of this name belongs to a folder that is a book. */
export const isFolderEntry = (name: string): boolean =>
  (imageTypeOfName(name) !== null || name.toLowerCase() === comicInfoName) && !isJunk(name);

/** What programs call the picture of a folder or series that they put beside the books. */
const artwork =
  /^(cover|folder|poster|banner|fanart|backdrop|landscape|logo|clearart|thumb(nail)?|series|front|back)([ ._-]?\d{1,2})?$/i;
/** Pictures beside folders of books are no book of their own. */
const fewImages = 2;

/**
 * Whether the files of these names, all of which belong to a book, make a folder one. Pictures that are
 * called like artwork make none, nor does a picture or two in a folder that has books below it.
 */
export const isFolderBook = (
  names: readonly string[],
  { holdsBooks }: { holdsBooks: boolean },
): boolean => {
  const images = names.filter((name) => name.toLowerCase() !== comicInfoName);
  if (images.every((name) => artwork.test(parse(name).name))) return false;
  return !holdsBooks || images.length > fewImages;
};

/** SHA-1 over name, size and time of all that belongs to the book: no page is read for it. */
export const folderFingerprint = (entries: readonly FolderEntry[]): string => {
  const marks = entries.map(({ name, size, mtimeMs }) => `${name}\0${size}\0${mtimeMs}`);
  return createHash('sha1').update(marks.sort().join('\n')).digest('hex');
};

const readComicInfo = (
  folder: string,
  name: string | undefined,
  limits: Limits,
): EmbeddedMetadata | null => {
  if (name === undefined) return null;
  try {
    return parseComicInfo(readFileSync(join(folder, name)), limits);
  } catch {
    return null;
  }
};

/**
 * Lists a folder of page images; `entries` are those of its files that belong to it. A folder that cannot
 * be read comes back with `error` set; it never throws.
 */
export const openFolderBook = (
  folder: string,
  entries: readonly FolderEntry[],
  limits: Limits,
): OpenedBook => {
  const common = {
    ...emptyListing,
    format: 'folder' as const,
    fingerprint: folderFingerprint(entries),
    note: null,
  };
  try {
    if (entries.length > limits.archive_entries) {
      throw new MediaError(
        'too_large',
        `The folder holds ${entries.length} images, more than the ${limits.archive_entries} that a book may have. Divide it into several folders.`,
      );
    }
    const files = entries.map(({ name, size }) => ({
      name,
      size,
      encrypted: false,
      directory: false,
      symlink: false,
    }));
    const pages = selectPages(files).map(({ name, size }): FolderPage => ({
      source: 'folder',
      filename: name,
      media_type: imageTypeOfPage(name),
      width: null,
      height: null,
      file_size: size,
    }));
    const metadata = readComicInfo(folder, findComicInfo(files, limits)?.name, limits);
    return { ...common, pages, metadata, error: null };
  } catch (error) {
    return { ...common, error: fromSystemError(error).message };
  }
};
