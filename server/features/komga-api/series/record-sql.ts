import { jsonBoolean } from '../../../database/json.ts';
import { userParameter } from '../../../database/planner-hints.ts';
import { oneShotSeries } from '../../../database/one-shot.ts';
import type { SeriesField } from '../../../../shared/api/metadata-fields.ts';
import { authorsSql, falseJson, lockedSql, secondsSql } from '../values-sql.ts';

const locked = (field: SeriesField) => lockedSql('s', field);

/** With labels if `:with_labels`. */
export const komgaSeriesRecord = `json_object(
  'id', s.id,
  'libraryId', l.id,
  'name', s.name,
  'url', '/' || s.path,
  'created', ${secondsSql('s.date_added')},
  'lastModified', ${secondsSql('s.date_updated')},
  'fileLastModified', ${secondsSql('s.date_updated')},
  'booksCount', s.book_count,
  'booksReadCount', coalesce(u.completed_count, 0),
  'booksUnreadCount',
    s.book_count - coalesce(u.completed_count, 0) - coalesce(u.in_progress_count, 0),
  'booksInProgressCount', coalesce(u.in_progress_count, 0),
  'metadata', json_object(
    'status', upper(coalesce(s.status, 'ongoing')), 'statusLock', ${locked('status')},
    'title', s.name, 'titleLock', ${locked('name')},
    'titleSort', s.name_sort, 'titleSortLock', ${locked('name_sort')},
    'summary', coalesce(s.summary, ''), 'summaryLock', ${locked('summary')},
    'readingDirection', CASE coalesce(s.reading_direction, l.reading_direction)
      WHEN 'rtl' THEN 'RIGHT_TO_LEFT' WHEN 'vertical' THEN 'VERTICAL' WHEN 'webtoon' THEN 'WEBTOON'
      ELSE 'LEFT_TO_RIGHT' END, 'readingDirectionLock', ${locked('reading_direction')},
    'publisher', coalesce(s.publisher, ''), 'publisherLock', ${locked('publisher')},
    'ageRating', s.age_rating, 'ageRatingLock', ${locked('age_rating')},
    'language', coalesce(s.language, ''), 'languageLock', ${locked('language')},
    'genres', json(s.genres), 'genresLock', ${locked('genres')},
    'tags', json(s.tags), 'tagsLock', ${locked('tags')},
    'totalBookCount', s.total_volumes, 'totalBookCountLock', ${locked('total_volumes')},
    'sharingLabels', json(iif(:with_labels, s.labels, '[]')), 'sharingLabelsLock', ${falseJson},
    'links', json(s.external_links), 'linksLock', ${locked('external_links')},
    'alternateTitles', json(s.alternate_titles), 'alternateTitlesLock', ${locked('alternate_titles')},
    'created', ${secondsSql('s.date_added')},
    'lastModified', ${secondsSql('s.metadata_updated_at')}),
  'booksMetadata', json_object(
    'authors', ${authorsSql('s.authors')},
    'tags', json(s.tags),
    'releaseDate', s.release_date,
    'summary', '',
    'summaryNumber', '',
    'created', ${secondsSql('s.date_added')},
    'lastModified', ${secondsSql('s.metadata_updated_at')}),
  'deleted', ${jsonBoolean('s.missing_since IS NOT NULL')},
  'oneshot', ${jsonBoolean(oneShotSeries)})`;

export const joinKomgaSeriesReading = `LEFT JOIN user_series u ON u.user_pk = ${userParameter} AND u.series_pk = s.pk`;
export const komgaSeriesFromJoins = `CROSS JOIN libraries l ON l.pk = s.library_pk ${joinKomgaSeriesReading}`;
export const komgaSeriesPageJoins = `CROSS JOIN series s ON s.pk = page.pk ${komgaSeriesFromJoins}`;
