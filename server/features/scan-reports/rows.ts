import type { EntryKind, Refusal, ScanReportEntry } from '../../../shared/api/scan-reports.ts';
import type { SeriesStrategy } from '../../../shared/api/libraries.ts';

type Values = Record<string, unknown>;

/** An entry with what is known of its book now. */
export interface EntryRow {
  pk: number;
  id: string;
  kind: EntryKind;
  path: string;
  previous_path: string | null;
  previous_fingerprint: string | null;
  message: string | null;
  before: Values;
  after: Values;
  undone_at: string | null;
  book: BookNow | null;
}

export interface BookNow {
  pk: number;
  id: string;
  title: string;
  library_pk: number;
  series_pk: number;
  series_id: string;
  series_name: string;
  path: string;
  embedded_series: string | null;
  missing_since: string | null;
  locked_fields: string[];
  file_values: Values;
  /** Its columns and the keys of its metadata. */
  values: Values;
}

export interface ReportLibrary {
  pk: number;
  id: string;
  series_strategy: SeriesStrategy;
}

/** Facts of a file: they changed with it and are nothing to take back. */
const fileFields = new Set(['page_count', 'file_size', 'format', 'title_sort']);

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** Fields of a changed book that can get their former values. */
export const describingFields = ({ before }: Pick<EntryRow, 'before'>): string[] =>
  Object.keys(before).filter((field) => !fileFields.has(field));

/** What undoing an entry does, or why nothing can be done. */
export const undoOf = (
  entry: EntryRow,
): { undo: NonNullable<ScanReportEntry['undo']> } | { refusal: Refusal } => {
  const { kind, book } = entry;
  if (entry.undone_at !== null) return { refusal: 'undone' };
  if (kind === 'failed') return { refusal: 'unreadable' };
  if (!book) return { refusal: 'book_gone' };
  if (kind === 'missing')
    return { refusal: book.missing_since === null ? 'file_back' : 'file_missing' };
  if (book.missing_since !== null || book.path !== entry.path) return { refusal: 'moved_since' };
  if (kind === 'added') return { undo: 'ignore' };
  if (kind === 'returned') return { refusal: 'file_back' };
  if (kind === 'moved') {
    return entry.previous_path === null ? { refusal: 'other_library' } : { undo: 'separate' };
  }
  const fields = describingFields(entry);
  if (fields.length === 0) return { refusal: 'nothing_kept' };
  return fields.every((field) => same(book.values[field], entry.after[field]))
    ? { undo: 'restore' }
    : { refusal: 'changed_since' };
};

/** An entry as the wire shows it. */
export const toEntry = (entry: EntryRow): ScanReportEntry => {
  const { id, kind, path, previous_path, message, book, before, after, undone_at } = entry;
  const possible = undoOf(entry);
  return {
    id,
    kind,
    path,
    previous_path,
    message,
    book: book && {
      id: book.id,
      title: book.title,
      series_id: book.series_id,
      series_name: book.series_name,
      missing: book.missing_since !== null,
    },
    changes: Object.keys(after).map((field) => ({
      field,
      before: (before[field] ?? null) as null,
      after: (after[field] ?? null) as null,
    })),
    undo: 'undo' in possible ? possible.undo : null,
    refusal: 'refusal' in possible ? possible.refusal : null,
    undone_at,
  };
};
