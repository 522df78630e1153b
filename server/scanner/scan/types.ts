import type { BookMetadata } from '../../../shared/api/books.ts';
import type { Publication } from '../../media/epub/publication.ts';
import type { ImagePage, StoredPage } from '../../media/stored-page.ts';
import type { SeriesKey } from '../series/series-strategy.ts';
import type { SeriesFacts } from '../series/series-summary.ts';
import type { SidecarFile } from './sidecar-files.ts';

/**
 * Increase it when the scanner reads more from names or files than before: each scan reads files again that an
 * older version has read.
 */
export const readerVersion = 1;

/**
 * For a file that a virus scanner or backup has locked, without read permission, or on a drive that
 * was disconnected.
 */
export const notChecked =
  'The file cannot be read at the moment, so it was not checked. What Octavo knows about it is kept. Scan again later.';

/** Columns of `books` that are derived from the file. */
export interface BookRow {
  path: string;
  filename: string;
  filename_hash: string;
  format: string;
  title: string;
  title_sort: string;
  title_key: string;
  number: number | null;
  volume: number | null;
  chapter: number | null;
  /** The last volume or chapter of a file that holds several. */
  number_end: number | null;
  file_size: number;
  file_modified_at: string;
  file_modified_ms: number;
  inode: string;
  fingerprint: string | null;
  /** The series named in the file. */
  embedded_series: string | null;
  page_count: number;
  note: string | null;
  error: string | null;
  release_date: string | null;
  language: string | null;
  summary: string | null;
  reading_direction: string | null;
  metadata: BookMetadata;
  series_facts: SeriesFacts;
  /** `readerVersion` at that time. */
  reader_version: number;
}

export interface ScannedBook {
  row: BookRow;
  pages: StoredPage[];
  cover: ImagePage | null;
  /** Set for an EPUB. */
  publication: Publication | null;
  seriesKey: SeriesKey;
  /** Null without sidecars; undefined if they were not looked for. */
  sidecars?: AppliedSidecars | null;
}

/** Columns of a book that sidecars can replace. */
export const sidecarColumns = [
  'title',
  'title_sort',
  'title_key',
  'number',
  'volume',
  'embedded_series',
  'release_date',
  'language',
  'summary',
  'reading_direction',
  'metadata',
  'series_facts',
] as const satisfies (keyof BookRow)[];

/** The values of a book's own file for these columns. */
export type OwnValues = Pick<BookRow, (typeof sidecarColumns)[number]>;

/** Data that a scan stores about the sidecars of a book. */
export interface AppliedSidecars {
  files: readonly SidecarFile[];
  own: OwnValues;
  cover: SidecarFile | null;
}

export type StoredBookRow = Omit<BookRow, 'metadata' | 'series_facts'> & {
  metadata: string;
  series_facts: string;
  locked_fields: string;
  file_values: string;
};

/** The file's values of locked fields: field → value. */
export type FileValues = Record<string, unknown>;

/** Values of a book that its file does not have, for an update. */
export interface UpdatedBook {
  pk: number;
  library_pk: number;
  series_pk: number;
  /** JSON: the file's values of locked fields. */
  file_values: string;
  /** 1 keeps the results of analysis and hashing. */
  same_content: 0 | 1;
  /** Whether it keeps the date of its last change. */
  is_quiet: boolean;
  now: string;
}
