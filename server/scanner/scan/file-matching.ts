import { extname } from 'node:path/posix';

import type { WalkedFile } from './walked-file.ts';

/** The columns of a stored book that an unchanged file needs. A scan holds them of all books. */
export interface ListedBook {
  pk: number;
  series_pk: number;
  path: string;
  file_size: number;
  file_modified_ms: number;
  error: string | null;
  missing_since: string | null;
  /** 1 if this version of the reader has opened the file. */
  is_read: number;
}

/** With the columns that matching and updating need. */
export interface KnownBook extends ListedBook {
  id: string;
  library_pk: number;
  format: string;
  inode: string;
  fingerprint: string | null;
  /** The series named in the file; null if none. */
  embedded_series: string | null;
  file_hash: string | null;
  reader_version: number;
}

/** The inode of every file on a drive that has none. */
export const noInode = '0';

/**
 * Identifies a file that keeps its content on its drive, whatever its path. The number of the drive
 * itself does not count: many drives get another one whenever they are connected.
 */
export const inodeKey = (inode: string, size: number, mtimeMs: number): string =>
  `${inode}:${size}:${mtimeMs}`;
const contentKey = (fingerprint: string, size: number): string => `${fingerprint}:${size}`;
const keyOfContent = ({ fingerprint, file_size }: KnownBook): string | null =>
  fingerprint === null ? null : contentKey(fingerprint, file_size);

/** Whether path, size and time of a book are unchanged. */
export const isUnchanged = (book: ListedBook, file: WalkedFile): boolean =>
  book.path === file.path && book.file_size === file.size && book.file_modified_ms === file.mtimeMs;

/** The known books, by path, that have no file at their path. */
export const booksWithoutFile = (
  known: ReadonlyMap<string, ListedBook>,
  files: Iterable<WalkedFile>,
): ListedBook[] => {
  let found = 0;
  if (known.size > 0) for (const { path } of files) if (known.has(path)) found += 1;
  // In nearly every scan, all books are there; a set of them takes three times as long.
  if (found === known.size) return [];
  const there = new Set<ListedBook | undefined>();
  for (const { path } of files) there.add(known.get(path));
  return [...known.values()].filter((book) => !there.has(book));
};

/**
 * Whether a previously readable book cannot be opened, although nothing indicates that its file
 * changed.
 */
export const isOutOfReach = (
  book: KnownBook,
  file: WalkedFile,
  { row }: { row: { fingerprint: string | null } },
): boolean =>
  book.error === null &&
  book.fingerprint !== null &&
  row.fingerprint === null &&
  isUnchanged(book, file);

export interface FileMatcher {
  /**
   * The book that moved to the path of `file`: same inode, size and time. Requires all three,
   * because inodes are unreliable on network drives, some of which report none. Returns each book
   * only once.
   */
  movedHere(file: WalkedFile): KnownBook | null;
  /**
   * The vanished book with the same content. Of several, the one whose stored hash equals
   * `hashOf()`; null if still ambiguous. Returns each book only once.
   */
  sameContent(fingerprint: string, file: WalkedFile, hashOf: () => string | null): KnownBook | null;
  /**
   * The vanished book whose path differs only in its ending, because another program converted the
   * file. Returns each book only once.
   */
  sameName(file: WalkedFile): KnownBook | null;
  /** Counts a book as gone whose path the file of another book has taken. */
  displace(book: KnownBook): void;
  /** Whether the book was already matched. */
  isClaimed(book: ListedBook): boolean;
}

/** The path without the ending of a file; a folder of pictures has none. */
export const nameKey = (path: string, isFolder: boolean): string => {
  const ending = isFolder ? '' : extname(path);
  return path.slice(0, path.length - ending.length).normalize('NFC');
};

/**
 * Matches files to books that have moved. `displaced` are books whose file is no longer unchanged
 * at its path; `gone` are those without any file at their path, including missing ones of all
 * libraries. A copy is therefore never mistaken for its original.
 */
export const createFileMatcher = (books: {
  displaced: readonly KnownBook[];
  gone: readonly KnownBook[];
  /** Present books of other libraries; `isGone` checks whether the file of a book is gone. */
  elsewhere?: readonly KnownBook[];
  /** Of `gone`, those of the scanned library that no moved file can be. */
  converted?: readonly KnownBook[];
  /** Files without a book. */
  files?: Iterable<WalkedFile>;
  isGone?: (book: KnownBook) => boolean;
}): FileMatcher => {
  const { elsewhere = [], converted = [], files = [], isGone = () => false } = books;
  const byInode = Map.groupBy(books.displaced, (book) =>
    inodeKey(book.inode, book.file_size, book.file_modified_ms),
  );
  const byContent = Map.groupBy(books.gone, keyOfContent);
  const byContentElsewhere = Map.groupBy(elsewhere, keyOfContent);
  const byName = Map.groupBy(converted, ({ path, format }) => nameKey(path, format === 'folder'));
  const keyOfFile = ({ path, entries }: WalkedFile) => nameKey(path, entries !== undefined);
  /** The number of files of each such name. */
  const namesakes = new Map<string, number>();
  for (const file of byName.size === 0 ? [] : files) {
    const key = keyOfFile(file);
    if (byName.has(key)) namesakes.set(key, (namesakes.get(key) ?? 0) + 1);
  }
  const claimed = new Set<number>();
  const claim = ([book, ...others]: readonly KnownBook[]): KnownBook | null => {
    if (!book || others.length > 0) return null;
    claimed.add(book.pk);
    return book;
  };
  const isFree = ({ pk }: ListedBook) => !claimed.has(pk);
  return {
    movedHere: ({ inode, size, mtimeMs }) =>
      inode === noInode
        ? null
        : claim((byInode.get(inodeKey(inode, size, mtimeMs)) ?? []).filter(isFree)),
    sameContent: (fingerprint, { size }, hashOf) => {
      const key = contentKey(fingerprint, size);
      const known = (byContent.get(key) ?? []).filter(isFree);
      const books =
        known.length > 0
          ? known
          : (byContentElsewhere.get(key) ?? []).filter((book) => isFree(book) && isGone(book));
      if (books.length < 2 || books.every(({ file_hash }) => file_hash === null)) {
        return claim(books);
      }
      const hash = hashOf();
      return claim(books.filter(({ file_hash }) => file_hash !== null && file_hash === hash));
    },
    sameName: (file) => {
      const key = keyOfFile(file);
      if (namesakes.get(key) !== 1) return null;
      const known = (byName.get(key) ?? []).filter(isFree);
      return claim(known.every(isGone) ? known : []);
    },
    displace: (book) => {
      const key = keyOfContent(book);
      byContent.set(key, [...(byContent.get(key) ?? []), book]);
    },
    isClaimed: (book) => !isFree(book),
  };
};
