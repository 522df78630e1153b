import type { WalkedFile } from './walk.ts';

/** What a scan must know of a stored book to recognise it. */
export interface KnownBook {
  pk: number;
  id: string;
  library_pk: number;
  series_pk: number;
  path: string;
  format: string;
  file_size: number;
  file_modified_ms: number;
  device: string;
  inode: string;
  fingerprint: string | null;
  error: string | null;
  missing_since: string | null;
}

/** Values of which each key had exactly one; a key that comes twice says nothing. */
const createUniqueIndex = <Value>() => {
  const values = new Map<string, Value | null>();
  return {
    add: (key: string, value: Value) => values.set(key, values.has(key) ? null : value),
    /** Gives the value once. */
    take: (key: string): Value | null => {
      const value = values.get(key) ?? null;
      if (value !== null) values.delete(key);
      return value;
    },
  };
};

const inodeKey = (device: string, inode: string, size: number, mtimeMs: number): string =>
  `${device}:${inode}:${size}:${mtimeMs}`;
const contentKey = (fingerprint: string, size: number): string => `${fingerprint}:${size}`;

export const isUnchanged = (book: KnownBook, file: WalkedFile): boolean =>
  book.file_size === file.size && book.file_modified_ms === file.mtimeMs;

export interface Identity {
  /**
   * The book that moved to where `file` lies now: the same device, inode, size and time. Inodes are only
   * hints on network drives, hence all four. Each book is given out once.
   */
  movedHere(file: WalkedFile): KnownBook | null;
  /** The book that is gone elsewhere and had the same content. Each book is given out once. */
  sameContent(fingerprint: string, file: WalkedFile): KnownBook | null;
  /** Whether the book was given out. */
  isTaken(book: KnownBook): boolean;
}

/**
 * Recognises books that are not where they were. `displaced` are books whose file no longer lies at their
 * path as it was; `gone` those of them that have no file at their path at all, missing ones of any library
 * included. A copy is therefore never taken for its original.
 */
export const createIdentity = (books: {
  displaced: Iterable<KnownBook>;
  gone: Iterable<KnownBook>;
}): Identity => {
  const byInode = createUniqueIndex<KnownBook>();
  const byContent = createUniqueIndex<KnownBook>();
  const taken = new Set<number>();
  for (const book of books.displaced) {
    byInode.add(inodeKey(book.device, book.inode, book.file_size, book.file_modified_ms), book);
  }
  for (const book of books.gone) {
    if (book.fingerprint !== null)
      byContent.add(contentKey(book.fingerprint, book.file_size), book);
  }
  const once = (book: KnownBook | null): KnownBook | null => {
    if (book === null || taken.has(book.pk)) return null;
    taken.add(book.pk);
    return book;
  };
  return {
    movedHere: ({ device, inode, size, mtimeMs }) =>
      once(byInode.take(inodeKey(device, inode, size, mtimeMs))),
    sameContent: (fingerprint, { size }) => once(byContent.take(contentKey(fingerprint, size))),
    isTaken: (book) => taken.has(book.pk),
  };
};
