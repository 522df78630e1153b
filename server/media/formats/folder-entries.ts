import { parse } from 'node:path';

import { imageTypeOfName } from '../media-type.ts';
import { isJunk } from './archive-entries.ts';

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
