import type { Database } from '../../database/types.ts';
import type { LibraryFolder } from '../scan/offline-libraries.ts';

export interface BookToCheck {
  pk: number;
  id: string;
  library_pk: number;
  library_id: string;
  series_id: string;
  /** Folder of the library. */
  root: string;
  path: string;
  title: string;
  format: string;
  file_size: number;
  file_modified_ms: number;
  fingerprint: string | null;
  file_hash: string | null;
  error: string | null;
  /** JSON. */
  pages: string | null;
}

/** The last good reading of a file. */
export interface GoodReading {
  good_at: string;
  hash: string | null;
  file_size: number;
  file_modified_ms: number;
  fingerprint: string | null;
}

export interface FileProblem {
  verdict: 'changed' | 'truncated' | 'damaged';
  detail: string;
}

/** SQL statements of a check of files. */
export const createCheckStore = (database: Database) => {
  const libraries = database.prepare<[], LibraryFolder>(
    'SELECT pk, path, book_count FROM libraries',
  );
  const book = database.prepare<[string], BookToCheck>(
    `SELECT b.pk, b.id, b.library_pk, l.id AS library_id, s.id AS series_id, l.path AS root, b.path,
       b.title, b.format, b.file_size, b.file_modified_ms, b.fingerprint, b.file_hash, b.error, p.pages
     FROM books b JOIN libraries l ON l.pk = b.library_pk JOIN series s ON s.pk = b.series_pk
       LEFT JOIN book_pages p ON p.book_pk = b.pk
     WHERE b.id = ? AND b.missing_since IS NULL`,
  );
  const good = database.prepare<[number], GoodReading>(
    `SELECT good_at, hash, file_size, file_modified_ms, fingerprint FROM file_checks
     WHERE book_pk = ? AND good_at IS NOT NULL`,
  );
  const saveGood = database.prepare<GoodReading & { pk: number }>(
    `INSERT OR REPLACE INTO file_checks
       (book_pk, checked_at, good_at, hash, file_size, file_modified_ms, fingerprint)
     VALUES (@pk, @good_at, @good_at, @hash, @file_size, @file_modified_ms, @fingerprint)`,
  );
  const saveProblem = database.prepare<FileProblem & { pk: number; now: string }>(
    `INSERT INTO file_checks (book_pk, checked_at, problem, detail, found_at)
     VALUES (@pk, @now, @verdict, @detail, @now)
     ON CONFLICT DO UPDATE SET checked_at = @now, problem = @verdict, detail = @detail,
       found_at = coalesce(found_at, @now)`,
  );
  // The search for duplicates then need not read the file again.
  const saveHash = database.prepare<GoodReading & { pk: number }>(
    `UPDATE books SET file_hash = @hash WHERE pk = @pk AND file_size = @file_size
       AND file_modified_ms = @file_modified_ms AND file_hash IS NOT @hash`,
  );
  return {
    libraries: () => libraries.all(),
    book: (id: string) => book.get(id),
    good: (pk: number) => good.get(pk),
    saveGood(pk: number, reading: GoodReading): void {
      database
        .transaction(() => {
          saveGood.run({ ...reading, pk });
          if (reading.hash !== null) saveHash.run({ ...reading, pk });
        })
        .immediate();
    },
    saveProblem: (pk: number, found: FileProblem, now: string): void =>
      void saveProblem.run({ ...found, pk, now }),
  };
};
