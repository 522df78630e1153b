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
  /** The series that the file names; null where it names none. */
  embedded_series: string | null;
  file_hash: string | null;
  error: string | null;
  missing_since: string | null;
}

const inodeKey = (device: string, inode: string, size: number, mtimeMs: number): string =>
  `${device}:${inode}:${size}:${mtimeMs}`;
const contentKey = (fingerprint: string, size: number): string => `${fingerprint}:${size}`;

/** Whether a book is where it was and as it was. */
export const isUnchanged = (book: KnownBook, file: WalkedFile): boolean =>
  book.path === file.path && book.file_size === file.size && book.file_modified_ms === file.mtimeMs;

export interface Identity {
  /**
   * The book that moved to where `file` lies now: the same device, inode, size and time. Inodes are only
   * hints on network drives, hence all four. Each book is given out once.
   */
  movedHere(file: WalkedFile): KnownBook | null;
  /**
   * The book that is gone elsewhere and had the same content. Of several the one whose file had the hash
   * that `hashOf` gives; where that does not decide, none. Each book is given out once.
   */
  sameContent(fingerprint: string, file: WalkedFile, hashOf: () => string | null): KnownBook | null;
  /** Whether the book was given out. */
  isTaken(book: KnownBook): boolean;
}

/**
 * Recognises books that are not where they were. `displaced` are books whose file no longer lies at their
 * path as it was; `gone` those of them that have no file at their path at all, missing ones of any library
 * included. A copy is therefore never taken for its original.
 */
export const createIdentity = (books: {
  displaced: readonly KnownBook[];
  gone: readonly KnownBook[];
}): Identity => {
  const byInode = Map.groupBy(books.displaced, (book) =>
    inodeKey(book.device, book.inode, book.file_size, book.file_modified_ms),
  );
  const byContent = Map.groupBy(books.gone, ({ fingerprint, file_size }) =>
    fingerprint === null ? null : contentKey(fingerprint, file_size),
  );
  const taken = new Set<number>();
  const take = ([book, ...others]: readonly KnownBook[]): KnownBook | null => {
    if (!book || others.length > 0) return null;
    taken.add(book.pk);
    return book;
  };
  const isFree = ({ pk }: KnownBook) => !taken.has(pk);
  return {
    movedHere: ({ device, inode, size, mtimeMs }) =>
      take((byInode.get(inodeKey(device, inode, size, mtimeMs)) ?? []).filter(isFree)),
    sameContent: (fingerprint, { size }, hashOf) => {
      const books = (byContent.get(contentKey(fingerprint, size)) ?? []).filter(isFree);
      if (books.length < 2 || books.every(({ file_hash }) => file_hash === null)) {
        return take(books);
      }
      const hash = hashOf();
      return take(books.filter(({ file_hash }) => file_hash !== null && file_hash === hash));
    },
    isTaken: (book) => !isFree(book),
  };
};
