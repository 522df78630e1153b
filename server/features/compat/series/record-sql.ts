import { no, reader, seconds } from '../values-sql.ts';

/** True for a series `s` of a single book at the root of a library: both have the same path. */
export const oneShot = `(s.book_count <= 1 AND EXISTS (SELECT 1 FROM books o
  WHERE o.library_pk = s.library_pk AND o.path = s.path AND o.series_pk = s.pk
    AND (o.missing_since IS NULL) = (s.missing_since IS NULL)))`;

export const record = `json_object(
  'id', s.id,
  'libraryId', l.id,
  'name', s.name,
  'url', '/' || s.path,
  'created', ${seconds('s.date_added')},
  'lastModified', ${seconds('s.date_updated')},
  'fileLastModified', ${seconds('s.date_updated')},
  'booksCount', s.book_count,
  'booksReadCount', coalesce(u.completed_count, 0),
  'booksUnreadCount',
    s.book_count - coalesce(u.completed_count, 0) - coalesce(u.in_progress_count, 0),
  'booksInProgressCount', coalesce(u.in_progress_count, 0),
  'metadata', json_object(
    'status', upper(coalesce(s.status, 'ongoing')), 'statusLock', ${no},
    'title', s.name, 'titleLock', ${no},
    'titleSort', s.name_sort, 'titleSortLock', ${no},
    'summary', coalesce(s.summary, ''), 'summaryLock', ${no},
    'readingDirection', CASE coalesce(s.reading_direction, l.reading_direction)
      WHEN 'rtl' THEN 'RIGHT_TO_LEFT' WHEN 'vertical' THEN 'VERTICAL' WHEN 'webtoon' THEN 'WEBTOON'
      ELSE 'LEFT_TO_RIGHT' END, 'readingDirectionLock', ${no},
    'publisher', coalesce(s.publisher, ''), 'publisherLock', ${no},
    'ageRating', s.age_rating, 'ageRatingLock', ${no},
    'language', coalesce(s.language, ''), 'languageLock', ${no},
    'genres', json(s.genres), 'genresLock', ${no},
    'tags', json(s.tags), 'tagsLock', ${no},
    'totalBookCount', s.total_volumes, 'totalBookCountLock', ${no},
    'sharingLabels', json('[]'), 'sharingLabelsLock', ${no},
    'links', json(s.external_links), 'linksLock', ${no},
    'alternateTitles', json(s.alternate_titles), 'alternateTitlesLock', ${no},
    'created', ${seconds('s.date_added')},
    'lastModified', ${seconds('s.metadata_updated_at')}),
  'booksMetadata', json_object(
    'authors', json(s.authors),
    'tags', json(s.tags),
    'releaseDate', s.release_date,
    'summary', '',
    'summaryNumber', '',
    'created', ${seconds('s.date_added')},
    'lastModified', ${seconds('s.metadata_updated_at')}),
  'deleted', json(iif(s.missing_since IS NULL, 'false', 'true')),
  'oneshot', json(iif(${oneShot}, 'true', 'false')))`;

export const readBy = `LEFT JOIN user_series u ON u.user_pk = ${reader} AND u.series_pk = s.pk`;
export const surroundings = `CROSS JOIN libraries l ON l.pk = s.library_pk ${readBy}`;
export const joins = `CROSS JOIN series s ON s.pk = page.pk ${surroundings}`;
