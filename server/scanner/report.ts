import type { Database } from '../database/database.ts';
import { newId, now } from '../database/ids.ts';
import type { BookRow } from './book-row.ts';
import type { KnownBook } from './identity.ts';
import type { ScanJob, ScanProgress } from './jobs.ts';
import type { StoredBookRow } from './book-store.ts';

/** Entries that a report lists; of what is beyond only the counts are kept. */
const keptEntries = 10_000;
/** Reports of a library. */
const keptReports = 50;

type EntryKind = 'added' | 'changed' | 'moved' | 'missing' | 'returned' | 'failed';

/** Columns that say what a book is; with each key of `metadata` they are what a scan takes from a file. */
const describingColumns = [
  'title',
  'number',
  'volume',
  'chapter',
  'release_date',
  'language',
  'summary',
  'reading_direction',
] as const;
/** Facts of the file, worth telling and nothing to take back. */
const fileColumns = ['page_count', 'file_size', 'format'] as const;

type Values = Record<string, unknown>;

const describe = (row: Omit<BookRow, 'metadata'>, metadata: Values): Values => ({
  ...metadata,
  ...Object.fromEntries(
    [...describingColumns, ...fileColumns].map((column) => [column, row[column]]),
  ),
});

/** What differs, on both sides; null where nothing does. */
const difference = (stored: StoredBookRow, row: BookRow) => {
  const old = describe(
    { ...stored, series_facts: row.series_facts },
    JSON.parse(stored.metadata) as Values,
  );
  const fresh = describe(row, { ...row.metadata });
  const fields = Object.keys(fresh).filter(
    (field) => JSON.stringify(old[field] ?? null) !== JSON.stringify(fresh[field] ?? null),
  );
  // A text has no pages until it was counted.
  const told = fields.filter((field) => field !== 'page_count' || row.page_count > 0);
  if (told.length === 0) return null;
  const pick = (values: Values) =>
    Object.fromEntries(told.map((field) => [field, values[field] ?? null]));
  // How a title sorts comes back with it.
  const sort = told.includes('title') ? { title_sort: stored.title_sort } : {};
  return { before: { ...pick(old), ...sort }, after: pick(fresh) };
};

interface Entry {
  kind: EntryKind;
  book_pk: number | null;
  path: string;
  previous_path?: string | null;
  previous_fingerprint?: string | null;
  message?: string | null;
  before?: Values | undefined;
  after?: Values | undefined;
}

/** Writes down what one scan does, in the transactions of the scan. */
export const createReport = (
  database: Database,
  libraryPk: number,
  { mode, taskId }: Pick<ScanJob, 'mode' | 'taskId'>,
) => {
  const open = database.prepare(
    `INSERT INTO scan_reports (id, library_pk, task_id, mode, started_at)
     VALUES (@id, @library_pk, @task_id, @mode, @now)`,
  );
  const insert = database.prepare(
    `INSERT INTO scan_report_entries (id, report_pk, kind, book_pk, path, previous_path,
       previous_fingerprint, message, before, after)
     VALUES (@id, @report_pk, @kind, @book_pk, @path, @previous_path, @previous_fingerprint,
       @message, @before, @after)`,
  );
  const close = database.prepare(
    `UPDATE scan_reports SET outcome = @outcome, error = @error, added = @added, changed = @changed,
       moved = @moved, missing = @missing, returned = @returned, failed = @failed,
       finished_at = @now WHERE pk = @pk`,
  );
  // Of scans that found nothing to do, the last one tells that they ran.
  const forget = database.prepare<{ library_pk: number; pk: number }>(
    `DELETE FROM scan_reports WHERE library_pk = @library_pk AND pk < @pk AND (
       outcome = 'completed' AND added + changed + moved + missing + returned = 0
       OR pk <= (SELECT pk FROM scan_reports WHERE library_pk = @library_pk
                 ORDER BY pk DESC LIMIT 1 OFFSET ${keptReports}))`,
  );
  const counts = { added: 0, changed: 0, moved: 0, missing: 0, returned: 0, failed: 0 };
  const texts = { task_id: taskId ?? null, mode };
  const pk = Number(
    open.run({ ...texts, id: newId(), library_pk: libraryPk, now: now() }).lastInsertRowid,
  );
  let written = 0;

  const write = ({ kind, before, after, ...entry }: Entry) => {
    counts[kind] += 1;
    if (++written > keptEntries) return;
    insert.run({
      previous_path: null,
      previous_fingerprint: null,
      message: null,
      ...entry,
      kind,
      id: newId(),
      report_pk: pk,
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
    });
  };

  return {
    added: (bookPk: number, path: string) => write({ kind: 'added', book_pk: bookPk, path }),
    /** A file that was read again: moved, returned, changed, or as it was and not worth a word. */
    updated: (book: KnownBook, stored: StoredBookRow, row: BookRow) => {
      const values = difference(stored, row);
      const entry = { book_pk: book.pk, path: row.path, ...values };
      const stayed = book.library_pk === libraryPk;
      if (!stayed || book.path !== row.path) {
        write({
          ...entry,
          kind: 'moved',
          // A place in another library cannot be gone back to from here.
          previous_path: stayed ? book.path : null,
          previous_fingerprint: book.fingerprint,
        });
      } else if (book.missing_since !== null) write({ ...entry, kind: 'returned' });
      else if (values !== null || book.fingerprint !== row.fingerprint) {
        write({ ...entry, kind: 'changed' });
      }
    },
    returned: ({ pk: bookPk, path }: KnownBook) =>
      write({ kind: 'returned', book_pk: bookPk, path }),
    missing: ({ pk: bookPk, path }: KnownBook) => write({ kind: 'missing', book_pk: bookPk, path }),
    /** Ends the report: with the files that could not be read, and why the scan itself failed. */
    close: (
      { errors, error_count }: Pick<ScanProgress, 'errors' | 'error_count'>,
      outcome: 'completed' | 'failed' | 'cancelled',
      error: string | null = null,
    ) =>
      database
        .transaction(() => {
          for (const { path, message } of errors) {
            write({ kind: 'failed', book_pk: null, path, message });
          }
          close.run({ ...counts, failed: error_count, pk, outcome, error, now: now() });
          forget.run({ library_pk: libraryPk, pk });
        })
        .immediate(),
  };
};

export type Report = ReturnType<typeof createReport>;
