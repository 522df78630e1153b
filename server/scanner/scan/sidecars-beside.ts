import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';

import { formatOf } from '../../media/formats/format-of.ts';
import { isJunkName } from '../../paths/junk-names.ts';
import { canBeSidecar, type SidecarFile, sidecarNames } from './sidecar-files.ts';

export interface FolderOfBook {
  /** The files of the book, as a scan finds them. */
  sidecars: SidecarFile[];
  /** Whether no other book is in the folder, in whatever formats. */
  isAlone: boolean;
}

const stemOf = (name: string) => posix.parse(name).name.toLowerCase();

/** The current sidecars beside the file of a book. Throws file system errors. */
export const readFolderOfBook = (root: string, path: string): FolderOfBook => {
  const folder = join(root, posix.dirname(path));
  const own = posix.basename(path);
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry: Dirent) => entry.isFile() && !isJunkName(entry.name))
    .map(({ name }) => name)
    .sort();
  const books = files.filter((name) => formatOf(name) !== null);
  const beside = files.filter((name) => formatOf(name) === null && canBeSidecar(name));
  const sidecars = (sidecarNames(books, beside).get(own) ?? []).map((name): SidecarFile => {
    const { size, mtimeMs } = lstatSync(join(folder, name), { bigint: true });
    return { name, size: Number(size), mtimeMs: Number(mtimeMs) };
  });
  return { sidecars, isAlone: books.every((name) => stemOf(name) === stemOf(own)) };
};
