import type { Database } from '../../database/types.ts';
import { newId, isoNow } from '../../database/ids.ts';
import { assignments } from './assignments.ts';
import type { BookRow, StoredBookRow } from './types.ts';
import type { KnownBook, ListedBook } from './file-matching.ts';
import type { ScanJob, ScanProgress } from '../../jobs/jobs.ts';
import type { SeriesLocation } from '../series/series-locations.ts';

/** Maximum entries stored in a report; beyond that only the totals are kept. */
const keptEntries = 10_000;
/** Maximum reports per library. */
const keptReports = 50;

const bookKinds = ['added', 'changed', 'moved', 'missing', 'returned', 'failed'] as const;
const seriesKinds = ['series_renamed', 'series_moved', 'series_split', 'series_merged'] as const;
type EntryKind = (typeof bookKinds)[number] | (typeof seriesKinds)[number];

/** The former and current place of a recognised series, with data for undoing it. */
export interface Recognition {
  place: SeriesLocation;
  previous: SeriesLocation;
  /** The other part of a split series. */
  other?: SeriesLocation;
  /** Keys of the books of a merged series. */
  books?: number[];
}

/** A change to a series as a whole. */
export interface SeriesNote {
  kind: (typeof seriesKinds)[number];
  /** Key of the recognised series; `other` is the split-off part or the merged series. */
  series: number;
  other: number | null;
  recognition: Recognition;
}

/**
 * Columns with a book's metadata; with the keys of `metadata`, they are what a scan reads from a
 * file.
 */
export const describingColumns = [
  'title',
  'number',
  'volume',
  'chapter',
  'release_date',
  'language',
  'summary',
  'reading_direction',
] as const;
/** Properties of the file, reported but not undoable. */
const fileColumns = ['page_count', 'file_size', 'format'] as const;
const isOfFile = (field: string): boolean => fileColumns.some((column) => column === field);

/** The difference of a re-read file: in its metadata, in no more than its own properties, or none. */
export type Difference = 'description' | 'file' | 'none';

type Values = Record<string, unknown>;

const describe = (row: Omit<BookRow, 'metadata'>, metadata: Values): Values => ({
  ...metadata,
  ...Object.fromEntries(
    [...describingColumns, ...fileColumns].map((column) => [column, row[column]]),
  ),
});

/** A list that an older version did not know is as empty as one without elements. */
const comparable = (value: unknown): string => {
  const text = JSON.stringify(value ?? null);
  return text === '[]' ? 'null' : text;
};

/** The differing fields of both sides; null if equal. */
const differingValues = (stored: StoredBookRow, row: BookRow) => {
  const old = describe(
    { ...stored, series_facts: row.series_facts },
    JSON.parse(stored.metadata) as Values,
  );
  const fresh = describe(row, { ...row.metadata });
  const fields = Object.keys(fresh).filter(
    (field) => comparable(old[field]) !== comparable(fresh[field]),
  );
  // A text has no pages until it is counted.
  const reported = fields.filter((field) => field !== 'page_count' || row.page_count > 0);
  if (reported.length === 0) return null;
  const pick = (values: Values) =>
    Object.fromEntries(reported.map((field) => [field, values[field] ?? null]));
  // The sort title is restored with the title.
  const sort = reported.includes('title') ? { title_sort: stored.title_sort } : {};
  return { before: { ...pick(old), ...sort }, after: pick(fresh) };
};

const kindOf = (values: ReturnType<typeof differingValues>): Difference => {
  if (values === null) return 'none';
  return Object.keys(values.after).every(isOfFile) ? 'file' : 'description';
};

/** The difference of a re-read file, where no report is written. */
export const differenceOf = (stored: StoredBookRow, row: BookRow): Difference =>
  kindOf(differingValues(stored, row));

interface Entry {
  kind: EntryKind;
  book_pk: number | null;
  path: string;
  previous_path?: string | null;
  previous_fingerprint?: string | null;
  message?: string | null;
  before?: Values | undefined;
  after?: Values | undefined;
  series_pk?: number;
  other_series_pk?: number | null;
  recognition?: string;
}

/** Records the changes of one scan, in its transactions. */
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
       previous_fingerprint, message, before, after, series_pk, other_series_pk, recognition)
     VALUES (@id, @report_pk, @kind, @book_pk, @path, @previous_path, @previous_fingerprint,
       @message, @before, @after, @series_pk, @other_series_pk, @recognition)`,
  );
  const close = database.prepare(
    `UPDATE scan_reports SET outcome = @outcome, error = @error,
       ${assignments([...bookKinds, ...seriesKinds])}, finished_at = @now WHERE pk = @pk`,
  );
  // Of scans without changes, only the last one is kept.
  const prune = database.prepare<{ library_pk: number; pk: number }>(
    `DELETE FROM scan_reports WHERE library_pk = @library_pk AND pk < @pk AND (
       outcome = 'completed' AND added + changed + moved + missing + returned
         + series_renamed + series_moved + series_split + series_merged = 0
       OR pk <= (SELECT pk FROM scan_reports WHERE library_pk = @library_pk
                 ORDER BY pk DESC LIMIT 1 OFFSET ${keptReports}))`,
  );
  const counts = Object.fromEntries(
    [...bookKinds, ...seriesKinds].map((kind) => [kind, 0]),
  ) as Record<EntryKind, number>;
  const texts = { task_id: taskId ?? null, mode };
  const pk = Number(
    open.run({ ...texts, id: newId(), library_pk: libraryPk, now: isoNow() }).lastInsertRowid,
  );
  let written = 0;

  const write = ({ kind, before, after, ...entry }: Entry) => {
    counts[kind] += 1;
    if (++written > keptEntries) return;
    insert.run({
      previous_path: null,
      previous_fingerprint: null,
      message: null,
      series_pk: null,
      other_series_pk: null,
      recognition: null,
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
    /** A re-read file: moved, returned, changed, or unchanged and not recorded. */
    updated: (book: KnownBook, stored: StoredBookRow, row: BookRow): Difference => {
      const values = differingValues(stored, row);
      const entry = { book_pk: book.pk, path: row.path, ...values };
      const stayed = book.library_pk === libraryPk;
      if (!stayed || book.path !== row.path) {
        write({
          ...entry,
          kind: 'moved',
          // A move from another library cannot be undone here.
          previous_path: stayed ? book.path : null,
          previous_fingerprint: book.fingerprint,
        });
      } else if (book.missing_since !== null) write({ ...entry, kind: 'returned' });
      else if (values !== null || book.fingerprint !== row.fingerprint) {
        write({ ...entry, kind: 'changed' });
      }
      return kindOf(values);
    },
    returned: ({ pk: bookPk, path }: KnownBook) =>
      write({ kind: 'returned', book_pk: bookPk, path }),
    missing: ({ pk: bookPk, path }: ListedBook) =>
      write({ kind: 'missing', book_pk: bookPk, path }),
    series: ({ kind, series, other, recognition }: SeriesNote) =>
      write({
        kind,
        book_pk: null,
        path: recognition.place.path,
        previous_path: recognition.previous.path,
        series_pk: series,
        other_series_pk: other,
        recognition: JSON.stringify(recognition),
      }),
    /** Completes the report with unreadable files and the error of the scan itself. */
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
          close.run({ ...counts, failed: error_count, pk, outcome, error, now: isoNow() });
          prune.run({ library_pk: libraryPk, pk });
        })
        .immediate(),
  };
};

export type Report = ReturnType<typeof createReport>;
