import type { SeriesSort } from '../../../shared/api/series-record.ts';
import { hasBookCover } from '../../database/has-cover.ts';
import { jsonBoolean } from '../../database/json.ts';
import { ownRating } from '../../database/own-rating.ts';
import { userParameter } from '../../database/planner-hints.ts';
import { shuffled } from '../../database/shuffled.ts';

// `main.` as below: a series that is visible has only visible books.
const joinFirstBook = `LEFT JOIN main.books f ON f.pk = (SELECT cb.pk FROM main.books cb
    WHERE cb.series_pk = s.pk AND cb.missing_since IS NULL AND ${hasBookCover('cb')}
    ORDER BY cb.number_key, cb.title_key, cb.pk LIMIT 1)`;
const coverRatioOfSeries = `CASE
    WHEN s.cover_choice IS NULL THEN f.cover_ratio
    WHEN s.cover_choice ->> 'book_id' IS NOT NULL AND s.cover_choice ->> 'page' IS NULL
      THEN (SELECT cb.cover_ratio FROM main.books cb WHERE cb.id = s.cover_choice ->> 'book_id')
    ELSE s.cover_ratio END`;
// The first unread book differs from person to person.
const hasSeriesCover = `s.cover_choice IS NOT NULL OR s.cover_file IS NOT NULL
    OR f.pk IS NOT NULL OR l.scan_rules ->> 'series_cover' = 'first_unread'`;
const writersOfSeries = `json((SELECT json_group_array(a.value ->> 'name') FROM json_each(s.authors) a
  WHERE a.value ->> 'role' IN ('writer', 'author')))`;

/** Progress fields are null if `:user_pk` is, labels if `:with_labels` is 0. */
export const seriesFields = `
  'id', s.id,
  'library_id', l.id,
  'library_name', l.name,
  'name', s.name,
  'name_sort', s.name_sort,
  'filename', s.filename,
  'path', s.path,
  'book_count', s.book_count,
  'unread_count', iif(:user_pk IS NULL, NULL,
    s.book_count - coalesce(u.completed_count, 0) - coalesce(u.in_progress_count, 0)),
  'in_progress_count', iif(:user_pk IS NULL, NULL, coalesce(u.in_progress_count, 0)),
  'read_status', CASE
    WHEN :user_pk IS NULL THEN NULL
    WHEN s.book_count > 0 AND u.completed_count >= s.book_count THEN 'read'
    WHEN u.completed_count > 0 OR u.in_progress_count > 0 THEN 'in_progress'
    ELSE 'unread' END,
  'file_size', s.file_size,
  'page_count', s.page_count,
  'publisher', s.publisher,
  'status', s.status,
  'language', s.language,
  'summary', s.summary,
  'year', s.year,
  'release_date', s.release_date,
  'reading_direction', s.reading_direction,
  'age_rating', s.age_rating,
  'cover_ratio', nullif(${coverRatioOfSeries}, 0),
  'has_cover', ${jsonBoolean(hasSeriesCover)},
  'writers', ${writersOfSeries},
  'date_added', s.date_added,
  'date_updated', s.date_updated,
  'date_read', u.read_at`;

export const fullSeriesFields = `${seriesFields},
  'metadata', json_object(
    'title', s.name,
    'original_title', s.original_title,
    'summary', s.summary,
    'publisher', s.publisher,
    'imprint', s.imprint,
    'status', s.status,
    'language', s.language,
    'year', s.year,
    'age_rating', s.age_rating,
    'reading_direction', s.reading_direction,
    'total_volumes', s.total_volumes,
    'total_chapters', s.total_chapters,
    'authors', json(s.authors),
    'alternate_titles', json(s.alternate_titles),
    'updated_at', s.metadata_updated_at),
  'genres', json(s.genres),
  'tags', json(s.tags),
  'labels', json(iif(:with_labels, s.labels, NULL)),
  'external_links', json(s.external_links)`;

// `main.` leaves out what content restrictions check: `s` and `page` have only visible rows already.
export const joinSeriesReading = `LEFT JOIN main.user_series u ON u.user_pk = ${userParameter} AND u.series_pk = s.pk`;
export const seriesFromJoins = `CROSS JOIN main.libraries l ON l.pk = s.library_pk ${joinSeriesReading} ${joinFirstBook}`;
export const seriesPageJoins = `CROSS JOIN main.series s ON s.pk = page.pk ${seriesFromJoins}`;

/**
 * Sort keys, each with an index (`series_by_…`) but the random order and those of the user `:user_pk`; `date_read` depends on the
 * list.
 */
export const seriesSortKeys: Record<Exclude<SeriesSort, 'date_read'>, string> = {
  name: 's.name_key',
  date_added: 's.date_added',
  date_updated: 's.date_updated',
  release_date: 's.release_date',
  book_count: 's.book_count',
  file_size: 's.file_size',
  filename: 's.filename_key',
  page_count: 's.page_count',
  unread_count: `s.book_count - coalesce((SELECT r.completed_count + r.in_progress_count
    FROM main.user_series r WHERE r.user_pk = ${userParameter} AND r.series_pk = s.pk), 0)`,
  own_rating: ownRating({ column: 'series_pk', pk: 's.pk' }),
  get random() {
    return shuffled('s.pk');
  },
};

/** The sorts of content alone, by columns that are never null. */
export const contentSeriesSorts: ReadonlySet<SeriesSort> = new Set<SeriesSort>([
  'name',
  'date_added',
  'date_updated',
  'book_count',
  'file_size',
  'filename',
  'page_count',
]);
