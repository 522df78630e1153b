import type { Database } from '../../database/types.ts';
import { newId, isoNow } from '../../database/ids.ts';
import type { LibraryFolder } from '../scan/offline-libraries.ts';
import { groupSimilar } from './similar-books.ts';

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

/** A book whose pages are not hashed yet. */
export interface BookToSample {
  pk: number;
  library_pk: number;
  root: string;
  path: string;
  title: string;
  fingerprint: string | null;
  pages: string;
}

export interface BookWithPages {
  pk: number;
  fingerprint: string | null;
  pages: string;
}

/**
 * Files that may equal another one: those of equal size with the same fingerprint, which covers their
 * ends or table of contents, or of different formats, whose fingerprints cannot be compared.
 */
const candidates = `
  SELECT pk, library_pk, file_hash FROM (
    SELECT b.pk, b.library_pk, b.file_hash,
      count(*) OVER (PARTITION BY b.file_size, b.fingerprint) > 1 AS same_fingerprint,
      min(b.format) OVER same_size <> max(b.format) OVER same_size AS several_formats
    FROM (SELECT file_size FROM books WHERE missing_since IS NULL
          GROUP BY file_size HAVING count(*) > 1) sizes
      CROSS JOIN books b ON b.file_size = sizes.file_size
        AND b.missing_since IS NULL AND b.format <> 'folder'
    WINDOW same_size AS (PARTITION BY b.file_size))
  WHERE same_fingerprint OR several_formats`;
const unhashed = `SELECT pk, library_pk FROM (${candidates}) WHERE file_hash IS NULL`;
const noPageHashes =
  'b.page_hashes IS NULL AND b.analyzed = 1 AND b.error IS NULL AND b.missing_since IS NULL';
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
      `SELECT count(*) FROM (${unhashed} UNION SELECT pk, library_pk FROM books b WHERE ${noPageHashes})
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
  const countUnsampled = database
    .prepare<{ away: string }, number>(
      `SELECT count(*) FROM books b WHERE ${noPageHashes} AND b.${isThere}`,
    )
    .pluck();
  const unsampled = database.prepare<{ after: number; away: string }, BookToSample>(
    `SELECT b.pk, b.library_pk, l.path AS root, b.path, b.title, b.fingerprint, p.pages
     FROM books b JOIN libraries l ON l.pk = b.library_pk JOIN book_pages p ON p.book_pk = b.pk
     WHERE ${noPageHashes} AND b.${isThere} AND b.pk > @after ORDER BY b.pk LIMIT 50`,
  );
  const saveSample = database.prepare(
    'UPDATE books SET page_hashes = @hashes WHERE pk = @pk AND fingerprint IS @fingerprint',
  );
  const compared = database.prepare<
    [],
    { pk: number; content_hash: string; hashes: string; look: string | null }
  >(
    `SELECT pk, coalesce(content_hash, '') AS content_hash, coalesce(page_hashes, '[]') AS hashes, look
     FROM books WHERE content_hash <> '' OR page_hashes <> '[]' OR look IS NOT NULL ORDER BY pk`,
  );
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
    samplesLeft: (away: Away) => countUnsampled.get({ away: list(away) }) ?? 0,
    unsampledAfter: (pk: number, away: Away) => unsampled.all({ after: pk, away: list(away) }),
    saveSample: ({ pk, fingerprint }: BookToSample, hashes: readonly (string | null)[]) =>
      saveSample.run({ pk, fingerprint, hashes: JSON.stringify(hashes) }),
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
      const books = compared.all().map(({ hashes, ...book }) => ({
        ...book,
        hashes: JSON.parse(hashes) as (string | null)[],
      }));
      const looks = groupSimilar(books);
      database
        .transaction(() => {
          for (const { pk, look } of books) {
            const name = looks.get(pk) ?? null;
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
