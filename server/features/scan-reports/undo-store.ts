import type { Database } from '../../database/types.ts';
import { newId, isoNow } from '../../database/ids.ts';
import { describingColumns } from '../../scanner/scan/report.ts';
import { createSeriesAssignment } from '../../scanner/series/series-assignment.ts';
import { naturalKey, sortTitle } from '../../text/natural.ts';
import { type BookNow, describingFields, type EntryRow, type ReportLibrary } from './rows.ts';

/** Writes that undo a scan; all run inside one transaction of the caller. */
export const createUndoStore = (database: Database) => {
  const homes = createSeriesAssignment(database);
  const ignore = database.prepare<{ library_pk: number; path: string }>(
    'INSERT OR IGNORE INTO ignored_files (library_pk, path) VALUES (@library_pk, @path)',
  );
  const heed = database.prepare<{ library_pk: number; path: string }>(
    'DELETE FROM ignored_files WHERE library_pk = @library_pk AND path = @path',
  );
  const setMissing = database.prepare<{ pk: number; missing_since: string | null; now: string }>(
    'UPDATE books SET missing_since = @missing_since, modified_at = @now WHERE pk = @pk',
  );
  const setValues = database.prepare(
    `UPDATE books SET ${describingColumns.map((name) => `${name} = @${name}`).join(', ')},
       title_sort = @title_sort, title_key = @title_key, metadata = json_patch(metadata, @metadata),
       locked_fields = @locked_fields, file_values = @file_values, modified_at = @now WHERE pk = @pk`,
  );
  const titleSort = database
    .prepare<[number], string>('SELECT title_sort FROM books WHERE pk = ?')
    .pluck();
  const isTaken = database.prepare<{ library_pk: number; path: string; pk: number }>(
    'SELECT 1 FROM books WHERE library_pk = @library_pk AND path = @path AND pk <> @pk',
  );
  // Excludes generated columns.
  const copied = (database.pragma('table_info(books)') as { name: string }[])
    .map(({ name }) => name)
    .filter((name) => !['pk', 'id', 'locked_fields', 'file_values', 'analyzed'].includes(name));
  const copy = database.prepare<{ pk: number; id: string; path: string; now: string }>(
    `INSERT INTO books (id, ${copied.join(', ')})
     SELECT @id, ${copied
       .map((name) => (name === 'path' ? '@path' : name === 'created_at' ? '@now' : name))
       .join(', ')} FROM books WHERE pk = @pk`,
  );
  const copyPages = database.prepare<{ source: number; target: number }>(
    `INSERT INTO book_pages (book_pk, pages, cover, publication)
     SELECT @target, pages, cover, publication FROM book_pages WHERE book_pk = @source`,
  );
  const leave = database.prepare<{
    pk: number;
    path: string;
    filename: string;
    fingerprint: string | null;
    now: string;
  }>(
    `UPDATE books SET path = @path, filename = @filename, missing_since = @now, modified_at = @now,
       inode = '', file_hash = NULL,
       fingerprint = iif(fingerprint IS @fingerprint, NULL, @fingerprint) WHERE pk = @pk`,
  );

  return {
    settle: homes.refreshVisibility,
    /** Excludes a file from later scans and moves its book to the trash. */
    ignore: ({ pk, library_pk }: BookNow, path: string) => {
      ignore.run({ library_pk, path });
      setMissing.run({ pk, missing_since: isoNow(), now: isoNow() });
    },
    /** Re-includes an ignored file, with its book if that still exists. */
    heed: (library: ReportLibrary, path: string, book: BookNow | null) => {
      heed.run({ library_pk: library.pk, path });
      if (book) setMissing.run({ pk: book.pk, missing_since: null, now: isoNow() });
    },
    /**
     * Restores a book's former values, locked like a manual edit; the current ones from the file
     * are shadowed.
     */
    restore: (book: BookNow, entry: EntryRow) => {
      const fields = describingFields(entry);
      const values: Record<string, unknown> = { ...book.values };
      for (const field of fields) values[field] = entry.before[field] ?? null;
      const former = entry.before.title_sort;
      const title_sort =
        typeof former === 'string' ? former : (titleSort.get(book.pk) ?? sortTitle(book.title));
      const metadata = Object.fromEntries(
        fields
          .filter(
            (field) => field === 'summary' || !describingColumns.some((name) => name === field),
          )
          .map((field) => [field, values[field] ?? null]),
      );
      setValues.run({
        ...Object.fromEntries(describingColumns.map((name) => [name, values[name] ?? null])),
        pk: book.pk,
        title_sort,
        title_key: naturalKey(title_sort),
        metadata: JSON.stringify(metadata),
        locked_fields: JSON.stringify([...new Set([...book.locked_fields, ...fields])].sort()),
        file_values: JSON.stringify({
          ...Object.fromEntries(fields.map((field) => [field, entry.after[field] ?? null])),
          ...book.file_values,
        }),
        now: isoNow(),
      });
    },
    isTaken: ({ pk, library_pk }: BookNow, path: string) =>
      isTaken.get({ pk, library_pk, path }) !== undefined,
    /**
     * Splits off the file that was matched to a moved book as a separate book; the old book becomes
     * missing at its previous path, keeping its reading progress. Returns the new book and both
     * series.
     */
    separate: (book: BookNow, entry: EntryRow, previousPath: string) => {
      leave.run({
        pk: book.pk,
        path: previousPath,
        filename: previousPath.slice(previousPath.lastIndexOf('/') + 1),
        fingerprint: entry.previous_fingerprint,
        now: isoNow(),
      });
      const id = newId();
      const { lastInsertRowid } = copy.run({ pk: book.pk, id, path: entry.path, now: isoNow() });
      const pk = Number(lastInsertRowid);
      copyPages.run({ source: book.pk, target: pk });
      return { pk, id };
    },
    defaultSeriesOf: homes.defaultSeriesOf,
    move: homes.move,
    setMissing: (pk: number, missing: boolean) =>
      void setMissing.run({ pk, missing_since: missing ? isoNow() : null, now: isoNow() }),
  };
};

export type UndoStore = ReturnType<typeof createUndoStore>;
