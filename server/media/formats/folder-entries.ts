import { createHash } from 'node:crypto';
import { parse } from 'node:path';

import { imageTypeOfName } from '../media-type.ts';
import { isJunk } from './archive-entries.ts';
import { isComicDocument } from './comic-document-names.ts';

/** A file of a folder book: a page, or a metadata document. */
export interface FolderEntry {
  name: string;
  /** Bytes. */
  size: number;
  /** Whole milliseconds since the epoch. */
  mtimeMs: number;
}

/** Whether a file of this name belongs to a folder book. */
export const isFolderEntry = (name: string): boolean =>
  (imageTypeOfName(name) !== null || isComicDocument(name)) && !isJunk(name);

/** File names of artwork that programs store beside the books of a folder or series. */
const artwork =
  /^(cover|folder|poster|banner|fanart|backdrop|landscape|logo|clearart|thumb(nail)?|series|front|back)([ ._-]?\d{1,2})?$/i;
/** This many pictures or fewer beside folders of books are not a book. */
const fewImages = 2;

/**
 * Whether these files make a folder a book. Artwork alone does not, nor do one or two pictures in a
 * folder with books below it.
 */
export const isFolderBook = (
  names: readonly string[],
  { holdsBooks }: { holdsBooks: boolean },
): boolean => {
  const images = names.filter((name) => !isComicDocument(name));
  if (images.every((name) => artwork.test(parse(name).name))) return false;
  return !holdsBooks || images.length > fewImages;
};

/** SHA-1 over the name, size and mtime of all files of the book; reads no page. */
export const folderFingerprint = (entries: readonly FolderEntry[]): string => {
  const marks = entries.map(({ name, size, mtimeMs }) => `${name}\0${size}\0${mtimeMs}`);
  return createHash('sha1').update(marks.sort().join('\n')).digest('hex');
};
