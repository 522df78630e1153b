import { statSync } from 'node:fs';
import { join } from 'node:path';

import type { FileList } from './file-list.ts';
import { createFileMatcher, type KnownBook, type ListedBook, noInode } from './file-matching.ts';
import type { ScanLibrary } from './library-store.ts';
import { checkRoot } from './missing-guard.ts';
import type { ScanStore } from './store.ts';

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
interface Displaced {
  changed: ListedBook[];
  gone: ListedBook[];
}

/** Matches files without a book to books of any library whose files have moved. */
export const matchMovedFiles = (
  store: ScanStore,
  library: ScanLibrary,
  displaced: Displaced,
  unmatchedFiles: FileList,
) => {
  if (unmatchedFiles.length === 0) return createFileMatcher({ displaced: [], gone: [] });
  const changed = store.knownBooks(displaced.changed);
  const gone = store.knownBooks(displaced.gone);
  const goneSizes = new Set(gone.map(({ file_size }) => file_size));
  /** Of these, those that a file has. */
  const foundSizes = new Set<number>();
  const moved = new Map<number, KnownBook>();
  const elsewhere = new Map<number, ReturnType<ScanStore['sameSize']>[number]>();
  for (const files of unmatchedFiles.parts()) {
    const inodes = files.map(({ inode }) => inode).filter((inode) => inode !== noInode);
    const sizes = [...new Set(files.map(({ size }) => size))];
    for (const size of sizes) if (goneSizes.has(size)) foundSizes.add(size);
    for (const book of store.sameInode(library.pk, { inodes, sizes }))
      if (isGone(join(book.root, book.path))) moved.set(book.pk, book);
    for (const book of store.sameSize(library.pk, sizes)) elsewhere.set(book.pk, book);
  }
  const away = [...gone, ...store.missingElsewhere(library.pk), ...moved.values()];
  return createFileMatcher({
    displaced: [...changed, ...away],
    gone: away,
    elsewhere: [...elsewhere.values()],
    converted: gone.filter(({ file_size }) => !foundSizes.has(file_size)),
    files: unmatchedFiles,
    isGone: ({ pk, path }) => {
      const book = elsewhere.get(pk);
      if (book === undefined) return isGone(join(library.path, path));
      return isAtHand(book) && isGone(join(book.root, path));
    },
  });
};
