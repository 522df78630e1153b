import type { BookMetadata } from '../../../shared/api/books.ts';
import { emptyBookMetadata } from '../../media/metadata.ts';
import {
  type WritableField,
  writableFields,
  type WritableMetadata,
} from '../../media/metadata-edit/document-edit.ts';
import type { PlannedFileRow } from '../file-plans/planned-files-store.ts';

/** A book and its series with the columns for a metadata write. */
export interface BookToWrite extends PlannedFileRow {
  locked_fields: string;
  number: number | null;
  volume: number | null;
  release_date: string | null;
  language: string | null;
  summary: string | null;
  reading_direction: string | null;
  metadata: string;
  /** JSON: the files beside it at its last scan. */
  sidecars: string;
  /** JSON of the series, with its locked fields. */
  series: string;
}

interface SeriesValues {
  locked_fields: string;
  name: string;
  language: string | null;
  age_rating: number | null;
  reading_direction: string | null;
  publisher: string | null;
  imprint: string | null;
  total_volumes: number | null;
  authors: string;
  genres: string;
  tags: string;
}

export type WriteScope = 'edited' | 'all';

const present = (value: unknown): boolean =>
  value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);

/** Series fields that the formats store in each book. */
const seriesFields = (series: SeriesValues): WritableMetadata => ({
  series: series.name,
  language: series.language,
  age_rating: series.age_rating,
  // The formats have no other direction.
  reading_direction: series.reading_direction === 'rtl' ? 'rtl' : null,
  publisher: series.publisher,
  imprint: series.imprint,
  count: series.total_volumes,
  authors: JSON.parse(series.authors) as BookMetadata['authors'],
  genres: JSON.parse(series.genres) as string[],
  tags: JSON.parse(series.tags) as string[],
});

/** Series fields by the names of their locks. */
const lockNames: Partial<Record<WritableField, string>> = {
  series: 'name',
  count: 'total_volumes',
};

/**
 * Metadata that the file of a book should contain: the fields that people edited in the book or, if not
 * there, in its series; or everything known, which keeps fields that only the file has.
 */
export const wantedMetadata = (book: BookToWrite, scope: WriteScope): WritableMetadata => {
  const own: WritableMetadata = {
    ...emptyBookMetadata,
    ...(JSON.parse(book.metadata) as Partial<BookMetadata>),
    title: book.title,
    number: book.number,
    volume: book.volume,
    release_date: book.release_date,
    language: book.language,
    summary: book.summary,
  };
  const series = JSON.parse(book.series) as SeriesValues;
  const ofSeries = seriesFields(series);
  const locked = new Set(JSON.parse(book.locked_fields) as string[]);
  const lockedInSeries = new Set(JSON.parse(series.locked_fields) as string[]);
  const wanted: Record<string, unknown> = {};
  for (const field of writableFields) {
    if (field in own && locked.has(field)) wanted[field] = own[field];
    else if (field in ofSeries && lockedInSeries.has(lockNames[field] ?? field))
      wanted[field] = ofSeries[field];
    else if (scope === 'all') {
      const known = present(own[field]) ? own[field] : ofSeries[field];
      if (present(known)) wanted[field] = known;
    }
  }
  return wanted;
};
