import { discard } from '../lib/discard.ts';
import { closeDatabase, connect } from './database.ts';
import type { Database } from './types.ts';

/** Files in the bins of libraries, with those of copies that were set aside. */
const binned = `SELECT f.id, l.id AS library_id, b.id AS book_id, f.path, f.file_size, f.reason, f.state,
    f.binned_at, f.handed_over_at, f.kept_at
  FROM binned_files f JOIN libraries l ON l.pk = f.library_pk LEFT JOIN books b ON b.pk = f.book_pk
  UNION ALL
  SELECT c.bin_id, l.id, b.id, b.path, b.file_size, 'deleted', c.state, c.set_aside_at, NULL, NULL
  FROM set_aside_copies c JOIN books b ON b.pk = c.book_pk JOIN libraries l ON l.pk = b.library_pk
  WHERE c.state <> 'hidden'`;

/** Without its conversion, a converted file is one that was replaced. */
const insertBinned = `INSERT OR IGNORE INTO binned_files
    (id, library_pk, book_pk, path, file_size, reason, state, binned_at, handed_over_at, kept_at)
  SELECT @id, l.pk, (SELECT pk FROM books WHERE id = @book_id), @path, @file_size,
    iif(@reason = 'converted', 'replaced', @reason), @state, @binned_at, @handed_over_at, @kept_at
  FROM libraries l WHERE l.id = @library_id
    AND NOT EXISTS (SELECT 1 FROM set_aside_copies WHERE bin_id = @id)`;

/**
 * Adds the files that went to the bins of libraries after a restored backup was made, because only the
 * replaced database knows them. Does nothing if that cannot be read.
 */
export const keepFormerBins = (database: Database, formerPath: string): void =>
  discard(() => {
    const former = connect(formerPath);
    try {
      const files = former.prepare<[], object>(binned).all();
      const insert = database.prepare<object>(insertBinned);
      database.transaction(() => files.forEach((file) => insert.run(file))).immediate();
    } finally {
      closeDatabase(former);
    }
  });
