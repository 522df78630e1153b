import type { Database } from '../../database/types.ts';
import type { KnownBook, ListedBook } from './file-matching.ts';
import { readerVersion } from './types.ts';

const listedColumns = `b.pk, b.series_pk, b.path, b.file_size, b.file_modified_ms, b.error, b.missing_since,
  b.fingerprint IS NOT NULL AND b.reader_version >= ${readerVersion} AS is_read`;
const knownColumns = `${listedColumns}, b.id, b.library_pk, b.format, b.inode, b.fingerprint,
  b.file_hash, b.embedded_series, b.reader_version`;

/** Copies that somebody set aside stay as they are, whatever files appear. */
const isKnown = 'NOT EXISTS (SELECT 1 FROM set_aside_copies c WHERE c.book_pk = b.pk)';

/** Finds the books that files can be. */
export const createKnownBooks = (database: Database) => {
  const books = database.prepare<[number], KnownBook>(
    `SELECT ${knownColumns} FROM books b WHERE b.library_pk = ? AND ${isKnown}`,
  );
  const listedBooks = database.prepare<[number], ListedBook>(
    `SELECT ${listedColumns} FROM books b WHERE b.library_pk = ? AND ${isKnown}`,
  );
  const knownBooks = database.prepare<[string], KnownBook>(
    `SELECT ${knownColumns} FROM json_each(?) j JOIN books b ON b.pk = j.value`,
  );
  const knownBook = database.prepare<[number], KnownBook>(
    `SELECT ${knownColumns} FROM books b WHERE b.pk = ?`,
  );
  const missingElsewhere = database.prepare<{ library_pk: number }, KnownBook>(
    `SELECT ${knownColumns} FROM books b
     WHERE b.missing_since IS NOT NULL AND b.library_pk <> @library_pk AND ${isKnown}`,
  );
  // A file moved between libraries whose old library was not scanned since. The size is indexed.
  const sameInode = database.prepare<
    { library_pk: number; inodes: string; sizes: string },
    KnownBook & { root: string }
  >(
    `SELECT ${knownColumns}, l.path AS root FROM books b JOIN libraries l ON l.pk = b.library_pk
     WHERE b.library_pk <> @library_pk AND b.missing_since IS NULL
       AND b.file_size IN (SELECT value FROM json_each(@sizes))
       AND b.inode IN (SELECT value FROM json_each(@inodes))`,
  );
  // The same, moved from another drive.
  const sameSize = database.prepare<
    { library_pk: number; sizes: string },
    KnownBook & { root: string; volume: string | null }
  >(
    `SELECT ${knownColumns}, l.path AS root, l.volume FROM books b JOIN libraries l ON l.pk = b.library_pk
     WHERE b.library_pk <> @library_pk AND b.missing_since IS NULL AND b.fingerprint IS NOT NULL
       AND b.file_size IN (SELECT value FROM json_each(@sizes))`,
  );

  return {
    books: (libraryPk: number) => books.all(libraryPk),
    /** The same without the columns that only changed files need, which are more than half of the memory. */
    listedBooks: (libraryPk: number) => listedBooks.all(libraryPk),
    /** Listed books with all columns. */
    knownBooks: (listed: readonly ListedBook[]) =>
      knownBooks.all(JSON.stringify(listed.map(({ pk }) => pk))),
    knownBook: (pk: number) => knownBook.get(pk),
    missingElsewhere: (libraryPk: number) => missingElsewhere.all({ library_pk: libraryPk }),
    sameInode: (libraryPk: number, { inodes, sizes }: { inodes: string[]; sizes: number[] }) =>
      sameInode.all({
        library_pk: libraryPk,
        inodes: JSON.stringify(inodes),
        sizes: JSON.stringify(sizes),
      }),
    sameSize: (libraryPk: number, sizes: number[]) =>
      sameSize.all({ library_pk: libraryPk, sizes: JSON.stringify(sizes) }),
  };
};
