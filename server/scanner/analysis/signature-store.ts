import type { Database } from '../../database/types.ts';
import type { BookSignature } from './book-signature.ts';

/** A book without a signature. */
export interface UnsignedBook {
  pk: number;
  id: string;
  fingerprint: string | null;
  file_size: number;
  file_modified_ms: number;
  pages: string;
}

export interface SignedBook
  extends
    Pick<UnsignedBook, 'pk' | 'fingerprint'>,
    Pick<BookSignature, 'page_count' | 'cover_hash'> {
  page_sizes: Buffer;
}

/** A signature as it is compared. */
export interface ComparedSignature extends BookSignature {
  /** Empty if unknown. */
  content_hash: string;
}

/** A book whose pages are sampled. */
export interface BookToSample {
  pk: number;
  library_pk: number;
  root: string;
  path: string;
  title: string;
  fingerprint: string | null;
  pages: string;
  /** JSON, one entry per sampled page: null without distinctive content, '' if not hashed yet. */
  page_hashes: string | null;
}

/** Keys of libraries that are offline. */
type Away = ReadonlySet<number>;
const list = (away: Away) => JSON.stringify([...away]);

const signed = 'book_signatures s JOIN books b ON b.pk = s.book_pk AND b.missing_since IS NULL';
const signature = `s.book_pk AS pk, b.library_pk, s.page_count, s.cover_hash, s.page_sizes,
  coalesce(b.content_hash, '') AS content_hash`;
const isThere = 'b.library_pk NOT IN (SELECT value FROM json_each(@away))';

/** SQL statements for finding books that look alike. */
export const createSignatureStore = (database: Database) => {
  const withoutSignature = `books b JOIN book_pages p ON p.book_pk = b.pk
     WHERE b.pk > ? AND b.analyzed = 1 AND b.error IS NULL AND b.missing_since IS NULL
       AND NOT EXISTS (SELECT 1 FROM book_signatures s WHERE s.book_pk = b.pk)`;
  const countUnsigned = database
    .prepare<[number], number>(`SELECT count(*) FROM ${withoutSignature}`)
    .pluck();
  const unsigned = database.prepare<[number], UnsignedBook>(
    `SELECT b.pk, b.id, b.fingerprint, b.file_size, b.file_modified_ms, p.pages
     FROM ${withoutSignature} ORDER BY b.pk LIMIT 200`,
  );
  const sign = database.prepare<SignedBook>(
    `INSERT OR IGNORE INTO book_signatures (book_pk, page_count, cover_hash, page_sizes)
     SELECT pk, @page_count, @cover_hash, @page_sizes FROM books
     WHERE pk = @pk AND fingerprint IS @fingerprint`,
  );
  const countNew = database
    .prepare<{ away: string }, number>(
      `SELECT count(*) FROM ${signed} WHERE s.compared = 0 AND ${isThere}`,
    )
    .pluck();
  const fresh = database.prepare<{ after: number; away: string; limit: number }, ComparedSignature>(
    `SELECT ${signature} FROM ${signed}
     WHERE s.compared = 0 AND s.book_pk > @after AND ${isThere} ORDER BY s.book_pk LIMIT @limit`,
  );
  const count = database.prepare<[], number>('SELECT count(*) FROM book_signatures').pluck();
  const all = database.prepare<[], ComparedSignature>(`SELECT ${signature} FROM ${signed}`);
  const book = database.prepare<[number], BookToSample>(
    `SELECT b.pk, b.library_pk, l.path AS root, b.path, b.title, b.fingerprint, b.page_hashes, p.pages
     FROM books b JOIN libraries l ON l.pk = b.library_pk JOIN book_pages p ON p.book_pk = b.pk
     WHERE b.pk = ? AND b.missing_since IS NULL`,
  );
  const saveHashes = database.prepare(
    'UPDATE books SET page_hashes = @hashes WHERE pk = @pk AND fingerprint IS @fingerprint',
  );
  const savePair = database.prepare<[number, number]>(
    'INSERT OR IGNORE INTO similar_books (first_pk, second_pk) VALUES (?, ?)',
  );
  const markCompared = database.prepare<[number]>(
    'UPDATE book_signatures SET compared = 1 WHERE book_pk = ?',
  );

  return {
    countUnsigned: () => countUnsigned.get(0) ?? 0,
    unsignedAfter: (pk: number) => unsigned.all(pk),
    saveSignatures: (books: readonly SignedBook[]) => {
      database
        .transaction(() => {
          for (const { pk, fingerprint, page_count, cover_hash, page_sizes } of books) {
            sign.run({ pk, fingerprint, page_count, cover_hash, page_sizes });
          }
        })
        .immediate();
    },
    /** Number of books in present libraries that were not compared yet. */
    countNew: (away: Away) => countNew.get({ away: list(away) }) ?? 0,
    newAfter: (after: number, away: Away, limit: number) =>
      fresh.all({ after, away: list(away), limit }),
    count: () => count.get() ?? 0,
    /** All signatures of present books; the connection is busy until the last is read. */
    all: () => all.iterate(),
    /** Undefined if the book has gone. */
    book: (pk: number) => book.get(pk),
    saveHashes: (
      { pk, fingerprint }: Pick<BookToSample, 'pk' | 'fingerprint'>,
      hashes: readonly (string | null)[],
    ) => saveHashes.run({ pk, fingerprint, hashes: JSON.stringify(hashes) }),
    savePair: (a: number, b: number) => savePair.run(Math.min(a, b), Math.max(a, b)),
    markCompared: (pks: readonly number[]) => {
      database
        .transaction(() => {
          for (const pk of pks) markCompared.run(pk);
        })
        .immediate();
    },
  };
};

export type SignatureStore = ReturnType<typeof createSignatureStore>;
