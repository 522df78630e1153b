import { isJunkFolder } from '../../paths/junk-names.ts';
import { sortPages } from '../../text/natural.ts';
import { MediaError } from '../media-error.ts';
import { imageTypeOfName } from '../media-type.ts';
import { formatOf } from './format-of.ts';

/** A file in an archive, from the table of contents. */
export interface ArchiveEntry {
  /** Folders are separated by `/`. */
  name: string;
  /** Unpacked, bytes. */
  size: number;
  encrypted: boolean;
  directory: boolean;
  symlink: boolean;
}

// Hidden files are junk, but `../page.jpg` (zip slip) is only an odd name: nothing is ever unpacked under its
// own name.
const junk = /(^|\/)(\.(?!\.?\/)|Thumbs\.db$|desktop\.ini$)/i;

/** Files that operating systems and storage devices leave in archives and folders. */
export const isJunk = (name: string): boolean =>
  junk.test(name) || name.split('/').slice(0, -1).some(isJunkFolder);

/** Whether an entry is a readable image, by its name. */
export const isPage = (entry: ArchiveEntry): boolean =>
  !entry.directory && !entry.symlink && imageTypeOfName(entry.name) !== null && !isJunk(entry.name);

/** The type implied by a page's name, used until its content is analysed. */
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

/** The page images in reading order. Throws MediaError if there are none. */
export const selectPages = <Entry extends ArchiveEntry>(entries: readonly Entry[]): Entry[] => {
  const pages = entries.filter(isPage);
  if ((pages.length === 0 ? entries : pages).some(({ encrypted }) => encrypted)) {
    throw encryptedArchive();
  }
  if (pages.length === 0) throw noPages(entries);
  return sortPages(pages, ({ name }) => name);
};
