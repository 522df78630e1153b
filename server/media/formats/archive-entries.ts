import { sortPages } from '../../text/natural.ts';
import type { Limits } from '../limits.ts';
import { MediaError } from '../media-error.ts';
import { imageTypeOfName } from '../media-type.ts';
import { formatOf } from './format-of.ts';

/** What the table of contents of any archive says of a file in it. */
export interface ArchiveEntry {
  /** `/` between folders. */
  name: string;
  /** Unpacked, bytes. */
  size: number;
  encrypted: boolean;
  directory: boolean;
  symlink: boolean;
}

// Hidden files are junk, but `../page.jpg` is only an odd name: nothing is ever unpacked under its own name.
const junk = /(^|\/)(__MACOSX\/|\.(?!\.?\/)|Thumbs\.db$|desktop\.ini$)/i;

/** What operating systems leave in archives and folders. */
export const isJunk = (name: string): boolean => junk.test(name);

/** Whether an entry is an image to be read, by its name. */
export const isPage = (entry: ArchiveEntry): boolean =>
  !entry.directory && !entry.symlink && imageTypeOfName(entry.name) !== null && !isJunk(entry.name);

/** The type that a page has by its name, until its content was looked at. */
export const imageTypeOfPage = (name: string): string =>
  imageTypeOfName(name) ?? 'application/octet-stream';

const noPages = (entries: readonly ArchiveEntry[]): MediaError => {
  if (entries.length === 0) return new MediaError('no_pages', 'The archive is empty.');
  const nested = entries.some(({ name }) => formatOf(name) !== null);
  return new MediaError(
    'no_pages',
    nested
      ? 'The archive contains no page images, but other archives. Unpack it into a folder.'
      : 'The archive contains no page images.',
  );
};

export const encryptedArchive = (): MediaError =>
  new MediaError('encrypted', 'The archive is protected by a password. Pack it again without one.');

/** The page images among the entries, in reading order. Throws MediaError when there are none to read. */
export const selectPages = <Entry extends ArchiveEntry>(entries: readonly Entry[]): Entry[] => {
  const pages = entries.filter(isPage);
  if ((pages.length === 0 ? entries : pages).some(({ encrypted }) => encrypted)) {
    throw encryptedArchive();
  }
  if (pages.length === 0) throw noPages(entries);
  return sortPages(pages, ({ name }) => name);
};

const comicInfoName = /(^|\/)comicinfo\.xml$/i;

/** The ComicInfo.xml that speaks for the book: the one nearest to the root. */
export const findComicInfo = <Entry extends ArchiveEntry>(
  entries: readonly Entry[],
  limits: Limits,
): Entry | undefined =>
  entries
    .filter(
      ({ name, size, encrypted }) =>
        comicInfoName.test(name) && !isJunk(name) && size <= limits.comic_info_bytes && !encrypted,
    )
    .sort((a, b) => a.name.split('/').length - b.name.split('/').length)[0];
