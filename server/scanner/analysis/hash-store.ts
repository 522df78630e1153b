import { equalCandidates } from '../../database/equal-files.ts';
import type { Database } from '../../database/types.ts';
import { newId, isoNow } from '../../database/ids.ts';
import type { LibraryFolder } from '../scan/offline-libraries.ts';
import { type GroupedBook, groupSimilar } from './similar-books.ts';

export interface BookToHash {
  pk: number;
  library_pk: number;
  /** Folder of the library. */
  root: string;
  path: string;
  title: string;
  file_size: number;
  file_modified_ms: number;
}

export interface BookWithPages {
  pk: number;
  fingerprint: string | null;
  pages: string;
}

const unhashed = `SELECT pk, library_pk FROM (${equalCandidates}) WHERE file_hash IS NULL`;
const isThere = 'library_pk NOT IN (SELECT value FROM json_each(@away))';
const noContentHash = 'b.content_hash IS NULL AND b.missing_since IS NULL';

/** Keys of libraries that are offline. */
type Away = ReadonlySet<number>;
const list = (away: Away) => JSON.stringify([...away]);

/**
 * Hashes shared by several books, including missing ones, so that an offline drive dissolves no
 * group.
 */
const sharedHashes = (match: string, column: string) =>
  `SELECT '${match}' AS match, ${column} AS hash FROM books
   WHERE ${column} <> '' GROUP BY ${column} HAVING count(*) > 1`;
const shared = `${sharedHashes('file', 'file_hash')} UNION ALL ${sharedHashes('content', 'look')}`;

/** SQL statements of the search for duplicates. */
export const createHashStore = (database: Database) => {
  const libraries = database.prepare<[], LibraryFolder>(
    'SELECT pk, path, book_count FROM libraries',
  );
  const countLeftOut = database
    .prepare<{ away: string }, number>(
      `SELECT count(*) FROM (${unhashed} UNION SELECT b.pk, b.library_pk
         FROM book_signatures s JOIN books b ON b.pk = s.book_pk
         WHERE s.compared = 0 AND b.missing_since IS NULL)
       WHERE NOT ${isThere}`,
    )
    .pluck();
  const files = database
    .prepare<{ away: string }, number>(`SELECT pk FROM (${unhashed}) WHERE ${isThere} ORDER BY pk`)
    .pluck();
  const file = database.prepare<[number], BookToHash>(
    `SELECT b.pk, b.library_pk, l.path AS root, b.path, b.title, b.file_size, b.file_modified_ms
     FROM books b JOIN libraries l ON l.pk = b.library_pk
     WHERE b.pk = ? AND b.file_hash IS NULL AND b.missing_since IS NULL`,
  );
  const contents = database.prepare<[number], BookWithPages>(
    `SELECT b.pk, b.fingerprint, p.pages FROM books b JOIN book_pages p ON p.book_pk = b.pk
     WHERE ${noContentHash} AND b.pk > ? ORDER BY b.pk LIMIT 200`,
  );
  const grouped = database.prepare<[], GroupedBook & { look: string | null }>(
    `SELECT pk, id, coalesce(content_hash, '') AS content_hash, look, language, filename, page_count,
       (SELECT s.name FROM series s WHERE s.pk = books.series_pk) AS series_name FROM books
     WHERE pk IN (SELECT first_pk FROM similar_books UNION SELECT second_pk FROM similar_books)
       OR pk IN (SELECT pk FROM books WHERE look <> '')
       OR pk IN (SELECT b.pk FROM (SELECT content_hash FROM books WHERE content_hash <> ''
           GROUP BY content_hash HAVING count(*) > 1) shared
         CROSS JOIN books b ON b.content_hash = shared.content_hash AND b.content_hash <> '')
     ORDER BY pk`,
  );
  const pairs = database
    .prepare<[], [number, number]>('SELECT first_pk, second_pk FROM similar_books')
    .raw();
  const saveLook = database.prepare('UPDATE books SET look = @look WHERE pk = @pk');
  // Size and mtime prevent saving the hash of an old file for a book that was replaced meanwhile.
  const saveFile = database.prepare(
    `UPDATE books SET file_hash = @hash WHERE pk = @pk AND file_size = @file_size
       AND file_modified_ms = @file_modified_ms`,
  );
  const saveContent = database.prepare(
    'UPDATE books SET content_hash = @hash WHERE pk = @pk AND fingerprint IS @fingerprint',
  );
  const dissolve = database.prepare(
    `DELETE FROM duplicate_groups WHERE (match, hash) NOT IN (SELECT match, hash FROM (${shared}))`,
  );
  const ungrouped = database.prepare<[], { match: string; hash: string }>(
    `SELECT match, hash FROM (${shared})
     WHERE (match, hash) NOT IN (SELECT match, hash FROM duplicate_groups)`,
  );
  const group = database.prepare(
    `INSERT INTO duplicate_groups (id, match, hash, created_at) VALUES (@id, @match, @hash, @now)`,
  );

  return {
    libraries: () => libraries.all(),
    /** Number of books in offline libraries that still need hashing. */
    leftOut: (away: Away) => countLeftOut.get({ away: list(away) }) ?? 0,
    /** Keys of books whose file must be read in full to tell whether another one equals it. */
    filesToHash: (away: Away) => files.all({ away: list(away) }),
    /** Undefined if the book has gone or was hashed meanwhile. */
    fileToHash: (pk: number) => file.get(pk),
    contentsAfter: (pk: number) => contents.all(pk),
    saveFile: (book: BookToHash, hash: string) => {
      const { pk, file_size, file_modified_ms } = book;
      saveFile.run({ pk, file_size, file_modified_ms, hash });
    },
    saveContents: (hashes: { pk: number; fingerprint: string | null; hash: string }[]) => {
      database
        .transaction(() => {
          for (const hash of hashes) saveContent.run(hash);
        })
        .immediate();
    },
    /**
     * Creates a group for every shared hash or look, and deletes groups that are no longer shared.
     */
    regroup: () => {
      const books = grouped.all();
      const groups = groupSimilar(books, pairs.all());
      database
        .transaction(() => {
          for (const { pk, look } of books) {
            const name = groups.get(pk) ?? null;
            if (name !== look) saveLook.run({ pk, look: name });
          }
          dissolve.run();
          for (const { match, hash } of ungrouped.all()) {
            group.run({ id: newId(), match, hash, now: isoNow() });
          }
        })
        .immediate();
    },
  };
};

export type HashStore = ReturnType<typeof createHashStore>;
