import type { Database } from '../../database/types.ts';

/** A file of a book in another format than the one that is read. */
export interface FormatFile {
  /** The ending of its name. */
  format: string;
  /** Relative to the library. */
  path: string;
  file_size: number;
  file_modified_ms: number;
}

/** With KOReader's document id; null for a file that cannot be read. */
export type IdentifiedFile = FormatFile & { document_hash: string | null };

const scaled = `max(1, min(max(@pages, 1), round(1.0 * current_page * @pages / @former_pages)))`;

/**
 * SQL for the files of books in other formats, and for merging a book into the book of another
 * format.
 */
export const createFormatStore = (database: Database) => {
  const ofLibrary = database.prepare<[number], FormatFile & { book_pk: number }>(
    `SELECT f.book_pk, f.format, f.path, f.file_size, f.file_modified_ms
     FROM book_formats f JOIN books b ON b.pk = f.book_pk
     WHERE b.library_pk = ? AND b.missing_since IS NULL ORDER BY f.book_pk, f.path`,
  );
  const choices = database.prepare<[number], { pk: number; chosen_format: string }>(
    'SELECT pk, chosen_format FROM books WHERE library_pk = ? AND chosen_format IS NOT NULL',
  );
  const clear = database.prepare<[number]>(
    `DELETE FROM book_formats
     WHERE (SELECT library_pk FROM books WHERE pk = book_formats.book_pk) = ?`,
  );
  const filesOf = database.prepare<[number], IdentifiedFile>(
    `SELECT format, path, file_size, file_modified_ms, document_hash
     FROM book_formats WHERE book_pk = ?`,
  );
  const hashOf = database
    .prepare<FormatFile & { library_pk: number }, string | null>(
      `SELECT f.document_hash FROM book_formats f JOIN books b ON b.pk = f.book_pk
       WHERE b.library_pk = @library_pk AND f.path = @path AND f.file_size = @file_size
         AND f.file_modified_ms = @file_modified_ms`,
    )
    .pluck();
  const remove = database.prepare<[number]>('DELETE FROM book_formats WHERE book_pk = ?');
  const insert = database.prepare<IdentifiedFile & { book_pk: number }>(
    `INSERT INTO book_formats (book_pk, format, path, file_size, file_modified_ms, document_hash)
     VALUES (@book_pk, @format, @path, @file_size, @file_modified_ms, @document_hash)`,
  );
  const bookWithPath = database.prepare<
    [number, string],
    { pk: number; id: string; series_pk: number; page_count: number }
  >('SELECT pk, id, series_pk, page_count FROM books WHERE library_pk = ? AND path = ?');
  const lock = database.prepare<[string, number]>(
    'UPDATE books SET locked_fields = ? WHERE pk = ?',
  );
  const pagesOf = database
    .prepare<[number], number>('SELECT page_count FROM books WHERE pk = ?')
    .pluck();

  const scale = ['progress', 'reading_places'].map((table) =>
    database.prepare<{ pk: number; pages: number; former_pages: number }>(
      `UPDATE ${table} SET current_page = ${scaled}, location = NULL WHERE book_pk = @pk`,
    ),
  );
  const scaleMarks = database.prepare<{ pk: number; pages: number; former_pages: number }>(
    `UPDATE annotations SET page = ${scaled.replace('current_page', 'page')} WHERE book_pk = @pk`,
  );
  const scalePlaces = (counts: { pk: number; pages: number; former_pages: number }): void => {
    if (counts.pages < 1 || counts.former_pages < 1) return;
    for (const statement of scale) statement.run(counts);
    scaleMarks.run(counts);
  };

  const progressColumns = `current_page, is_completed, location, started_at, updated_at, completed_at,
    device_id, device_name, modified`;
  const transfers = [
    // The newer position counts; both stay in the history of positions.
    `INSERT INTO progress (user_pk, book_pk, series_pk, ${progressColumns})
     SELECT user_pk, @into, (SELECT series_pk FROM books WHERE pk = @into), ${progressColumns}
     FROM progress p
     WHERE p.book_pk = @pk AND NOT EXISTS (SELECT 1 FROM progress q
       WHERE q.user_pk = p.user_pk AND q.book_pk = @into AND q.updated_at >= p.updated_at)
     ON CONFLICT (user_pk, book_pk) DO UPDATE SET current_page = excluded.current_page,
       is_completed = excluded.is_completed, location = excluded.location,
       started_at = min(started_at, excluded.started_at), updated_at = excluded.updated_at,
       completed_at = excluded.completed_at, device_id = excluded.device_id,
       device_name = excluded.device_name, modified = excluded.modified`,
    'DELETE FROM progress WHERE book_pk = @pk',
    `INSERT INTO reading_history (user_pk, quarter, book_pk, pages, seconds, started, completed, untimed)
     SELECT user_pk, quarter, @into, pages, seconds, started, completed, untimed
     FROM reading_history WHERE book_pk = @pk
     ON CONFLICT (user_pk, quarter, book_pk) DO UPDATE SET pages = pages + excluded.pages,
       seconds = seconds + excluded.seconds, started = max(started, excluded.started),
       completed = max(completed, excluded.completed), untimed = max(untimed, excluded.untimed)`,
    'DELETE FROM reading_history WHERE book_pk = @pk',
    'UPDATE reading_places SET book_pk = @into WHERE book_pk = @pk',
    'UPDATE annotations SET book_pk = @into WHERE book_pk = @pk',
    `DELETE FROM ratings WHERE book_pk = @into AND EXISTS (SELECT 1 FROM ratings r
       WHERE r.user_pk = ratings.user_pk AND r.book_pk = @pk AND r.rated_at > ratings.rated_at)`,
    ...['ratings', 'wanted', 'read_list_books', 'place_questions', 'former_document_hashes'].map(
      (table) => `UPDATE OR IGNORE ${table} SET book_pk = @into WHERE book_pk = @pk`,
    ),
    ...[
      ['series', 'book_id'],
      ['read_lists', 'member_id'],
    ].map(
      ([table, member]) => `UPDATE ${table} SET cover_choice = json_set(cover_choice, '$.${member}',
         (SELECT id FROM books WHERE pk = @into))
       WHERE cover_choice ->> '${member}' = (SELECT id FROM books WHERE pk = @pk)`,
    ),
    'UPDATE volumes SET cover_book_pk = @into WHERE cover_book_pk = @pk',
    `INSERT OR IGNORE INTO former_document_hashes (document_hash, book_pk)
     SELECT document_hash, @into FROM books WHERE pk = @pk AND document_hash IS NOT NULL`,
  ].map((sql) => database.prepare<{ pk: number; into: number }>(sql));

  return {
    /** Other formats of the present books of a library. */
    formats: (libraryPk: number) => ofLibrary.all(libraryPk),
    /** The formats that people chose, by book. */
    formatChoices: (libraryPk: number) =>
      new Map(choices.all(libraryPk).map(({ pk, chosen_format }) => [pk, chosen_format])),
    clearFormats: (libraryPk: number) => clear.run(libraryPk),
    bookAt: (libraryPk: number, path: string) => bookWithPath.get(libraryPk, path),
    lockFields: (bookPk: number, fields: string): void => void lock.run(fields, bookPk),
    /** The document id of a file that has not changed since it was read; null if it is unknown. */
    formatHash: (libraryPk: number, { format, path, file_size, file_modified_ms }: FormatFile) =>
      hashOf.get({ library_pk: libraryPk, format, path, file_size, file_modified_ms }) ?? null,
    /** Returns whether that changed what people see. */
    putFormats: (bookPk: number, files: readonly IdentifiedFile[]): boolean => {
      const key = ({ format, path, file_size, file_modified_ms }: FormatFile) =>
        JSON.stringify([format, path, file_size, file_modified_ms]);
      const known = new Map(filesOf.all(bookPk).map((file) => [key(file), file.document_hash]));
      const isSame = known.size === files.length && files.every((file) => known.has(key(file)));
      if (isSame && files.every((file) => known.get(key(file)) === file.document_hash))
        return false;
      remove.run(bookPk);
      for (const file of files) insert.run({ ...file, book_pk: bookPk });
      return !isSame;
    },
    /** Keeps the relative positions in a book whose file was replaced by one of another length. */
    scalePlaces,
    /** Transfers everything that people did with one book to another. */
    takeOver: (pk: number, into: { pk: number; page_count: number }) => {
      scalePlaces({ pk, pages: into.page_count, former_pages: pagesOf.get(pk) ?? 0 });
      for (const statement of transfers) statement.run({ pk, into: into.pk });
    },
  };
};
