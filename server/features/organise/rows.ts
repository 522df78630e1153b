import type { SeriesStrategy } from '../../../shared/api/libraries.ts';
import type { OrganiseChangeRecord } from '../../../shared/api/organise.ts';

export interface SeriesRow {
  pk: number;
  id: string;
  name: string;
  library_pk: number;
  path: string;
  /** Present ones. */
  book_count: number;
}

/** What organising must know of a book. */
export interface BookState {
  pk: number;
  id: string;
  title: string;
  path: string;
  library_pk: number;
  series_pk: number;
  series_id: string;
  series_name: string;
  /** The series that the file names. */
  embedded_series: string | null;
  number: number | null;
  volume: number | null;
  chapter: number | null;
  locked_fields: string[];
  /** What the file says of locked fields. */
  file_values: Record<string, unknown>;
  missing_since: string | null;
  /** The series that a person put it into. */
  placement_pk: number | null;
}

export interface LibraryRow {
  pk: number;
  id: string;
  series_strategy: SeriesStrategy;
}

/** What a change did to one book; of the numbers those that it decided. */
export interface BookMark {
  placement: number | null;
  numbers: Partial<
    Record<'number' | 'volume' | 'chapter', { value: number | null; locked: boolean }>
  >;
}

/** What undoing a change needs besides its books. */
export interface ChangeExtras {
  folders?: { path: string; before: number | null; after: number }[];
  /** Entries of collections, and tracking, that a series got from one that was merged into it. */
  collections?: { collection_pk: number; series_pk: number }[];
  tracking?: number[];
  strategies?: { before: SeriesStrategy; after: SeriesStrategy };
}

export interface StoredChange {
  pk: number;
  id: string;
  library_pk: number;
  kind: OrganiseChangeRecord['kind'];
  created_at: string;
  undone_at: string | null;
  extras: ChangeExtras;
}

export interface MarkedBook {
  book: BookState;
  before: BookMark;
  after: BookMark;
}
