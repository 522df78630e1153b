import { statSync } from 'node:fs';
import { join } from 'node:path';

import { createFileMatcher, noInode, type ListedBook } from './file-matching.ts';
import type { ScanLibrary } from './library-store.ts';
import { checkRoot } from './missing-guard.ts';
import type { ScanStore } from './store.ts';
import type { WalkedFile } from './walk.ts';

/** Whether there is no file at a path; not for one that cannot be reached. */
export const isGone = (path: string): boolean => {
  try {
    return statSync(path, { throwIfNoEntry: false }) === undefined;
  } catch {
    // An inaccessible file is not missing.
    return false;
  }
};

/**
 * Whether the library folder is on the same drive as at the last scan, so that unfound files are
 * really gone.
 */
const isAtHand = ({ root, volume }: { root: string; volume: string | null }): boolean => {
  try {
    return checkRoot(root, 0) === volume;
  } catch {
    return false;
  }
};

/** Books that are not unchanged at their path. */
export interface Displaced {
  changed: ListedBook[];
  gone: ListedBook[];
}

/** Matches files without a book with the books of any library that they were. */
export const matchMovedFiles = (
  store: ScanStore,
  library: ScanLibrary,
  displaced: Displaced,
  unmatchedFiles: readonly WalkedFile[],
) => {
  if (unmatchedFiles.length === 0) return createFileMatcher({ displaced: [], gone: [] });
  const changed = store.knownBooks(displaced.changed);
  const gone = store.knownBooks(displaced.gone);
  const inodes = unmatchedFiles.map(({ inode }) => inode).filter((inode) => inode !== noInode);
  const sizes = new Set(unmatchedFiles.map(({ size }) => size));
  const moved = store
    .sameInode(library.pk, { inodes, sizes: [...sizes] })
    .filter(({ root, path }) => isGone(join(root, path)));
  const away = [...gone, ...store.missingElsewhere(library.pk), ...moved];
  const elsewhere = new Map(store.sameSize(library.pk, [...sizes]).map((book) => [book.pk, book]));
  return createFileMatcher({
    displaced: [...changed, ...away],
    gone: away,
    elsewhere: [...elsewhere.values()],
    converted: gone.filter(({ file_size }) => !sizes.has(file_size)),
    files: unmatchedFiles,
    isGone: ({ pk, path }) => {
      const book = elsewhere.get(pk);
      if (book === undefined) return isGone(join(library.path, path));
      return isAtHand(book) && isGone(join(book.root, path));
    },
  });
};
