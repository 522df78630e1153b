import type { SeriesStrategy } from '../../../shared/api/libraries.ts';
import type { InheritedLimits } from '../../scanner/series/inherited-limits.ts';
import type { Inheritance } from '../../scanner/series/series-inheritance.ts';
import type { OrganiseChangeRecord } from '../../../shared/api/organise.ts';

export interface SeriesRow {
  pk: number;
  id: string;
  name: string;
  library_pk: number;
  path: string;
  /** Number of present books. */
  book_count: number;
}

/** The columns of a book that organising needs. */
export interface BookState {
  pk: number;
  id: string;
  title: string;
  path: string;
  library_pk: number;
  series_pk: number;
  series_id: string;
  series_name: string;
  /** The series named in the file. */
  embedded_series: string | null;
  number: number | null;
  volume: number | null;
  chapter: number | null;
  locked_fields: string[];
  /** Values from the file for locked fields. */
  file_values: Record<string, unknown>;
  missing_since: string | null;
  /** The series it was manually assigned to. */
  placement_pk: number | null;
}

export interface LibraryRow {
  pk: number;
  id: string;
  series_strategy: SeriesStrategy;
}

/** The effect of a change on one book; of the numbers only those that it set. */
export interface BookMark {
  placement: number | null;
  numbers: Partial<
    Record<'number' | 'volume' | 'chapter', { value: number | null; locked: boolean }>
  >;
}

/** The columns of a volume that people change. */
export interface VolumeState {
  number: number;
  title: string | null;
  cover_book_pk: number | null;
  is_manual: number;
  is_dissolved: number;
}

/** The effect of a change on one volume; null where there is none. */
export interface VolumeMark {
  id: string;
  series_pk: number;
  before: VolumeState | null;
  after: VolumeState | null;
}

/** Data for undoing a change, besides its books. */
export interface ChangeExtras {
  folders?: { path: string; before: number | null; after: number }[];
  /** Inheritances of series from those merged into them. */
  inherited?: { source: number; target: number; given: Inheritance }[];
  /** Labels and ratings that a series inherited from one whose books it got. */
  limits?: { series_pk: number; given: InheritedLimits }[];
  /** In the order in which they were changed. */
  volumes?: VolumeMark[];
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

export interface BookWithMark {
  book: BookState;
  before: BookMark;
  after: BookMark;
}
