import type { ReadingSort } from '../../../shared/api/books.ts';
import { opaqueNumber } from '../../database/opaque.ts';
import { progressJson } from '../../database/progress-json.ts';

/** What of a record depends on who asks. */
export interface BookView {
  /** Whose progress is shown; null shows none. */
  user_pk: number | null;
  /** Between the folders of an absolute path; null leaves paths relative to the library. */
  separator: string | null;
}

export const record = `json_object(
  'id', b.id,
  'library_id', l.id,
  'library_name', l.name,
  'series_id', s.id,
  'series_name', s.name,
  'title', b.title,
  'title_sort', b.title_sort,
  'number', b.number,
  'volume', b.volume,
  'chapter', b.chapter,
  'path', iif(:separator IS NULL, b.path,
    rtrim(l.path, '/\\') || :separator || replace(b.path, '/', :separator)),
  'filename', b.filename,
  'format', b.format,
  'file_size', b.file_size,
  'file_hash', b.file_hash,
  'page_count', b.page_count,
  'analyzed', json(iif(b.analyzed, 'true', 'false')),
  'error', b.error,
  'missing_since', b.missing_since,
  'release_date', b.release_date,
  'language', b.language,
  'summary', b.summary,
  'created_at', b.created_at,
  'modified_at', b.modified_at,
  'file_modified_at', b.file_modified_at,
  'progress', ${progressJson})`;

/** The user's key, as the planner may see it. */
export const reader = opaqueNumber(':user_pk');
export const surroundings = `
  CROSS JOIN series s ON s.pk = b.series_pk
  CROSS JOIN libraries l ON l.pk = b.library_pk
  LEFT JOIN progress p ON p.user_pk = ${reader} AND p.book_pk = b.pk`;
export const joins = `CROSS JOIN books b ON b.pk = page.pk ${surroundings}`;

/** Keys of an index each (`books_by_…`). `read_at` has its own in every list that knows it. */
export const sortKeys: Record<Exclude<ReadingSort, 'read_at'>, string[]> = {
  title: ['b.title_key', 'b.pk'],
  number: ['b.number_key', 'b.pk'],
  file_size: ['b.file_size', 'b.pk'],
  page_count: ['b.page_count', 'b.pk'],
  created_at: ['b.created_at', 'b.pk'],
  modified_at: ['b.modified_at', 'b.pk'],
};
