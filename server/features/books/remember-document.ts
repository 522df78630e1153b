import { storageProblem } from '../../database/storage-problem.ts';
import type { Database } from '../../database/types.ts';

/** Remembers an archive that was made from a book, by whose hash KOReader sends positions. */
export const createRememberDocument = (database: Database) => {
  const put = database.prepare<{ id: string; hash: string }>(
    `INSERT INTO former_document_hashes (document_hash, book_pk)
     SELECT @hash, pk FROM books WHERE id = @id
     ON CONFLICT (document_hash) DO UPDATE SET book_pk = excluded.book_pk
     WHERE book_pk <> excluded.book_pk`,
  );
  return (id: string, hash: string): void => {
    try {
      put.run({ id, hash });
    } catch (error) {
      // The download succeeds nevertheless; the next one remembers it.
      if (storageProblem(error) === null) throw error;
    }
  };
};
