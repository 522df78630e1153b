import type { Database } from '../../database/database.ts';
import { newId, now } from '../../database/ids.ts';
import { createHomes } from '../../scanner/homes.ts';
import { naturalKey, sortTitle } from '../../text/natural.ts';
import { type BookNow, describingFields, type EntryRow, type ReportLibrary } from './rows.ts';

/** Columns of `books` that a scan fills from what a file says of itself; the rest is in its metadata. */
const columns = [
  'title',
  'number',
  'volume',
  'chapter',
  'release_date',
  'language',
  'summary',
  'reading_direction',
] as const;

/** The writes that take back what a scan did; all of them run inside one transaction of the caller. */
export const createUndoStore = (database: Database) => {
  const homes = createHomes(database);
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
    `UPDATE books SET ${columns.map((name) => `${name} = @${name}`).join(', ')},
       title_sort = @title_sort, title_key = @title_key, metadata = json_patch(metadata, @metadata),
       locked_fields = @locked_fields, file_values = @file_values, modified_at = @now WHERE pk = @pk`,
  );
  const titleSort = database
    .prepare<[number], string>('SELECT title_sort FROM books WHERE pk = ?')
    .pluck();
  const isTaken = database.prepare<{ library_pk: number; path: string; pk: number }>(
    'SELECT 1 FROM books WHERE library_pk = @library_pk AND path = @path AND pk <> @pk',
  );
  // Generated columns are not among them.
  const copied = (database.pragma('table_info(books)') as { name: string }[])
    .map(({ name }) => name)
    .filter((name) => !['pk', 'id', 'locked_fields', 'file_values', 'analyzed'].includes(name));
  const copy = database.prepare<{ pk: number; id: string; path: string; now: string }>(
    `INSERT INTO books (id, ${copied.join(', ')})
     SELECT @id, ${copied
       .map((name) => (name === 'path' ? '@path' : name === 'created_at' ? '@now' : name))
       .join(', ')} FROM books WHERE pk = @pk`,
  );
  const copyPages = database.prepare<{ from: number; into: number }>(
    `INSERT INTO book_pages (book_pk, pages, cover, publication)
     SELECT @into, pages, cover, publication FROM book_pages WHERE book_pk = @from`,
  );
  const leave = database.prepare<{
    pk: number;
    path: string;
    filename: string;
    fingerprint: string | null;
    now: string;
  }>(
    `UPDATE books SET path = @path, filename = @filename, missing_since = @now, modified_at = @now,
       device = '', inode = '', file_hash = NULL,
       fingerprint = iif(fingerprint IS @fingerprint, NULL, @fingerprint) WHERE pk = @pk`,
  );

  return {
    settle: homes.settle,
    /** Leaves a file out of all later scans; its book goes to the trash. */
    ignore: ({ pk, library_pk }: BookNow, path: string) => {
      ignore.run({ library_pk, path });
      setMissing.run({ pk, missing_since: now(), now: now() });
    },
    /** Takes an ignored file in again, with its book if that is still known. */
    heed: (library: ReportLibrary, path: string, book: BookNow | null) => {
      heed.run({ library_pk: library.pk, path });
      if (book) setMissing.run({ pk: book.pk, missing_since: null, now: now() });
    },
    /** Gives a book what it said before, locked as an edit is; what the file says now is kept aside. */
    restore: (book: BookNow, entry: EntryRow) => {
      const fields = describingFields(entry);
      const values: Record<string, unknown> = { ...book.values };
      for (const field of fields) values[field] = entry.before[field] ?? null;
      const former = entry.before.title_sort;
      const title_sort =
        typeof former === 'string' ? former : (titleSort.get(book.pk) ?? sortTitle(book.title));
      const metadata = Object.fromEntries(
        fields
          .filter((field) => field === 'summary' || !columns.some((name) => name === field))
          .map((field) => [field, values[field] ?? null]),
      );
      setValues.run({
        ...Object.fromEntries(columns.map((name) => [name, values[name] ?? null])),
        pk: book.pk,
        title_sort,
        title_key: naturalKey(title_sort),
        metadata: JSON.stringify(metadata),
        locked_fields: JSON.stringify([...new Set([...book.locked_fields, ...fields])].sort()),
        file_values: JSON.stringify({
          ...Object.fromEntries(fields.map((field) => [field, entry.after[field] ?? null])),
          ...book.file_values,
        }),
        now: now(),
      });
    },
    isTaken: ({ pk, library_pk }: BookNow, path: string) =>
      isTaken.get({ pk, library_pk, path }) !== undefined,
    /**
     * Makes the file that was taken for a moved book a book of its own; the old one goes back to where it
     * lay, missing, with all that was read of it. Gives the new book and the series of both.
     */
    separate: (book: BookNow, entry: EntryRow, previousPath: string) => {
      leave.run({
        pk: book.pk,
        path: previousPath,
        filename: previousPath.slice(previousPath.lastIndexOf('/') + 1),
        fingerprint: entry.previous_fingerprint,
        now: now(),
      });
      const id = newId();
      const { lastInsertRowid } = copy.run({ pk: book.pk, id, path: entry.path, now: now() });
      const pk = Number(lastInsertRowid);
      copyPages.run({ from: book.pk, into: pk });
      return { pk, id };
    },
    homeOf: homes.homeOf,
    move: homes.move,
    setMissing: (pk: number, missing: boolean) =>
      void setMissing.run({ pk, missing_since: missing ? now() : null, now: now() }),
  };
};

export type UndoStore = ReturnType<typeof createUndoStore>;
