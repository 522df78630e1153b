import {
  type EntryKind,
  type Refusal,
  type ScanReportEntry,
  seriesKinds,
} from '../../../shared/api/scan-reports.ts';
import type { SeriesStrategy } from '../../../shared/api/libraries.ts';
import type { Recognition } from '../../scanner/scan/report.ts';
import { isSameValue } from '../edits/change.ts';

type Values = Record<string, unknown>;

/** An entry with the current state of its book. */
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
  series: SeriesNow | null;
  other: SeriesNow | null;
  recognition: Recognition | null;
}

export interface SeriesNow {
  pk: number;
  id: string;
  name: string;
  library_pk: number;
  path: string;
  missing_since: string | null;
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
  /** Column values and metadata by field. */
  values: Values;
}

export interface ReportLibrary {
  pk: number;
  id: string;
  series_strategy: SeriesStrategy;
}

/** Properties of the file itself, which cannot be undone. */
const fileFields = new Set(['page_count', 'file_size', 'format', 'title_sort']);

/** Fields of a changed book whose former values can be restored. */
export const describingFields = ({ before }: Pick<EntryRow, 'before'>): string[] =>
  Object.keys(before).filter((field) => !fileFields.has(field));

type Undo = NonNullable<ScanReportEntry['undo']>;

export const isOfSeries = ({ kind }: Pick<EntryRow, 'kind'>): boolean =>
  seriesKinds.some((known) => known === kind);

const isStoredAt = (
  series: SeriesNow,
  location: { library_pk: number; path: string } | undefined,
) => series.library_pk === location?.library_pk && series.path === location.path;

/**
 * How an entry about a series can be undone; refused if one of the series has moved or vanished
 * since.
 */
const undoOfSeries = ({
  kind,
  series,
  other,
  recognition,
}: EntryRow): { undo: Undo } | { refusal: Refusal } => {
  if (!series || !recognition) return { refusal: 'series_gone' };
  if (series.missing_since !== null || !isStoredAt(series, recognition.place)) {
    return { refusal: 'moved_since' };
  }
  if (kind === 'series_renamed' || kind === 'series_moved') return { undo: 'separate_series' };
  if (!other) return { refusal: 'series_gone' };
  if (kind === 'series_merged') {
    return other.missing_since === null ? { refusal: 'moved_since' } : { undo: 'separate_series' };
  }
  return other.missing_since === null && isStoredAt(other, recognition.other)
    ? { undo: 'exchange_series' }
    : { refusal: 'moved_since' };
};

/** How an entry can be undone, or why not. */
export const undoOf = (entry: EntryRow): { undo: Undo } | { refusal: Refusal } => {
  const { kind, book } = entry;
  if (entry.undone_at !== null) return { refusal: 'undone' };
  if (isOfSeries(entry)) return undoOfSeries(entry);
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
  return fields.every((field) => isSameValue(book.values[field], entry.after[field]))
    ? { undo: 'restore' }
    : { refusal: 'changed_since' };
};

const toSeries = (series: SeriesNow | null): ScanReportEntry['series'] =>
  series && {
    id: series.id,
    name: series.name,
    path: series.path,
    missing: series.missing_since !== null,
  };

/** The API representation of an entry. */
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
    series: toSeries(entry.series),
    other_series: toSeries(entry.other),
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
