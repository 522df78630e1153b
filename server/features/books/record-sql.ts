import { hasBookCover } from '../../database/has-cover.ts';
import { jsonBoolean } from '../../database/json.ts';
import type { ReadingSort } from '../../../shared/api/books.ts';
import { ownRating } from '../../database/own-rating.ts';
import { userParameter } from '../../database/planner-hints.ts';
import { compactProgressJson, progressJson } from '../../database/progress-json.ts';
import { shownPath } from '../../database/shown-path.ts';
import { shuffled } from '../../database/shuffled.ts';

/** The caller-dependent parts of a record. */
export interface BookView {
  /** The user whose progress is included; null for none. */
  user_pk: number | null;
  /** Path separator for absolute paths; null leaves paths relative to the library. */
  separator: string | null;
}

const writers = `json((SELECT json_group_array(a.value ->> 'name') FROM json_each(b.metadata -> 'authors') a
  WHERE a.value ->> 'role' IN ('writer', 'author')))`;

/** The place of a book in its series. */
const placeFields = `'number', b.number,
  'volume', b.volume,
  'volume_id', (SELECT v.id FROM main.volumes v WHERE v.pk = b.volume_pk AND v.series_pk = b.series_pk),
  'chapter', b.chapter,
  'number_end', b.number_end`;

const coverFields = `'cover_ratio', nullif(b.cover_ratio, 0),
  'has_cover', ${jsonBoolean(hasBookCover('b'))}`;

export const bookRecord = `json_object(
  'id', b.id,
  'library_id', l.id,
  'library_name', l.name,
  'series_id', s.id,
  'series_name', s.name,
  'title', b.title,
  'title_sort', b.title_sort,
  ${placeFields},
  'path', iif(:separator IS NULL, ${shownPath('b')},
    rtrim(l.path, '/\\') || :separator || replace(${shownPath('b')}, '/', :separator)),
  'filename', b.filename,
  'format', b.format,
  'file_size', b.file_size,
  'file_hash', b.file_hash,
  'page_count', b.page_count,
  'analyzed', ${jsonBoolean('b.analyzed')},
  'error', b.error,
  'missing_since', b.missing_since,
  'release_date', b.release_date,
  'language', b.language,
  'summary', b.summary,
  'writers', ${writers},
  ${coverFields},
  'created_at', b.created_at,
  'modified_at', b.modified_at,
  'file_modified_at', b.file_modified_at,
  'progress', ${progressJson})`;

export const compactBookRecord = `json_object(
  'id', b.id,
  'title', b.title,
  ${placeFields},
  'format', b.format,
  'file_size', b.file_size,
  'page_count', b.page_count,
  'error', b.error,
  'missing_since', b.missing_since,
  'writers', ${writers},
  ${coverFields},
  'created_at', b.created_at,
  'progress', ${compactProgressJson})`;

// `main.` bypasses the check of content restrictions, because `b` and `page` contain only visible rows
// already.
export const bookFromJoins = `
  CROSS JOIN main.series s ON s.pk = b.series_pk
  CROSS JOIN main.libraries l ON l.pk = b.library_pk
  LEFT JOIN main.progress p ON p.user_pk = ${userParameter} AND p.book_pk = b.pk`;
export const bookPageJoins = `CROSS JOIN main.books b ON b.pk = page.pk ${bookFromJoins}`;

/** The reading order of a series. */
export const readingOrder = ['b.number_key', 'b.title_key', 'b.pk'];

/**
 * Sort keys. All have an index (`books_by_…`) except release date, rating and the random order. `read_at` is
 * defined by each list that supports it.
 */
export const bookSortKeys: Record<Exclude<ReadingSort, 'read_at'>, string[]> = {
  title: ['b.title_key', 'b.pk'],
  number: ['b.number_key', 'b.pk'],
  file_size: ['b.file_size', 'b.pk'],
  page_count: ['b.page_count', 'b.pk'],
  created_at: ['b.created_at', 'b.pk'],
  modified_at: ['b.modified_at', 'b.pk'],
  release_date: ['b.release_date', 'b.pk'],
  own_rating: [ownRating({ column: 'book_pk', pk: 'b.pk' }), 'b.pk'],
  get random() {
    return [shuffled('b.pk'), 'b.pk'];
  },
};

/** Sorts by columns of the book itself that are never null. */
export const contentBookSorts: ReadonlySet<ReadingSort> = new Set<ReadingSort>([
  'title',
  'number',
  'file_size',
  'page_count',
  'created_at',
  'modified_at',
]);
