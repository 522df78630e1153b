import { parse } from 'node:path';

import { bookStem } from '../../media/formats/format-of.ts';

/** A file beside books, at the time of a scan. */
export interface SidecarFile {
  name: string;
  /** Bytes. */
  size: number;
  /** Whole milliseconds since the epoch. */
  mtimeMs: number;
  /** Digest of the book's record in another program's database. */
  digest?: string;
}

const metadataNames = ['comicinfo.xml', 'metadata.opf'];
const pictureTypes = ['.jpg', '.jpeg', '.png', '.webp'];
const isPicture = (name: string): boolean => pictureTypes.includes(parse(name).ext.toLowerCase());
/** `Sun.CBZ` → `sun`. */
export const stemOfName = (name: string): string => parse(name).name.toLowerCase();

/** Whether a file can be a sidecar, by its name alone. */
export const canBeSidecar = (name: string): boolean =>
  isPicture(name) || /\.(opf|xml)$/i.test(name);

/** Whether a sidecar is a picture and not metadata. */
export const isCoverFile = ({ name }: Pick<SidecarFile, 'name'>): boolean => isPicture(name);

const folderPictures = ['cover', 'folder', 'poster'];

/** The picture of a folder: `cover.jpg`, `folder.jpg` or `poster.jpg`, in this order. */
export const folderPicture = (names: readonly string[]): string | null => {
  const pictures = names.filter(isPicture);
  for (const stem of folderPictures) {
    const picture = pictures.find((name) => stemOfName(name) === stem);
    if (picture !== undefined) return picture;
  }
  return null;
};

/**
 * The sidecars of each book file in a folder, those that win first: files with the name of the book
 * (`Sun.opf`, `Sun.jpg`), then `ComicInfo.xml`, `metadata.opf` and `cover.jpg`, which belong to a
 * book only if it is the only one in the folder, in whatever formats.
 */
export const sidecarNames = (
  books: readonly string[],
  names: readonly string[],
): Map<string, string[]> => {
  const found = new Map<string, string[]>();
  if (names.length === 0) return found;
  const stems = new Set(books.map(stemOfBook));
  const named = Map.groupBy(names, stemOfName);
  const common = [
    ...metadataNames.flatMap((known) => names.filter((name) => name.toLowerCase() === known)),
    ...names.filter((name) => isPicture(name) && stemOfName(name) === 'cover').slice(0, 1),
  ];
  for (const book of books) {
    const own = (named.get(stemOfBook(book)) ?? []).filter((name) => !common.includes(name));
    const sidecars = [...own, ...(stems.size === 1 ? common : [])];
    if (sidecars.length > 0) found.set(book, sidecars);
  }
  return found;
};

/** `Sun.fb2.zip` → `sun`; a folder of pages has no extension. */
export const stemOfBook = (name: string): string => bookStem(name).toLowerCase();
