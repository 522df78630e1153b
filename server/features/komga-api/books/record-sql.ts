import { jsonBoolean } from '../../../database/json.ts';
import { userParameter } from '../../../database/planner-hints.ts';
import { ebookFormatsSql } from '../../../database/ebook-formats.ts';
import { numberSort } from '../../../database/number-sort.ts';
import { oneShotBook } from '../../../database/one-shot.ts';
import { shownPage } from '../../../database/progress-json.ts';
import { shownPath } from '../../../database/shown-path.ts';
import type { BookField } from '../../../../shared/api/metadata-fields.ts';
import { authorsSql, falseJson, lockedSql, secondsSql } from '../values-sql.ts';

const locked = (field: BookField) => lockedSql('b', field);

/** SQL for the name of book `b`: its file without the extension, or its folder. */
export const komgaBookName = `iif(b.format = 'folder' OR instr(b.filename, '.') = 0, b.filename,
  substr(b.filename, 1, length(rtrim(b.filename, replace(b.filename, '.', ''))) - 1))`;

export const mediaStatus = `CASE
  WHEN b.error IS NOT NULL THEN 'ERROR' WHEN b.analyzed THEN 'READY' ELSE 'UNKNOWN' END`;

export const mediaType = `CASE WHEN b.format IN ${ebookFormatsSql} THEN 'application/epub+zip' ELSE CASE b.format WHEN 'pdf' THEN 'application/pdf'
  WHEN 'cbr' THEN 'application/x-rar-compressed' WHEN 'cb7' THEN 'application/x-7z-compressed'
  WHEN 'cbt' THEN 'application/x-tar' ELSE 'application/zip' END END`;

export const komgaBookRecord = `json_object(
  'id', b.id,
  'seriesId', s.id,
  'seriesTitle', s.name,
  'libraryId', l.id,
  'name', ${komgaBookName},
  'url', '/' || ${shownPath('b')},
  'number', CAST(${numberSort} AS INTEGER),
  'created', ${secondsSql('b.created_at')},
  'lastModified', ${secondsSql('b.modified_at')},
  'fileLastModified', ${secondsSql('b.file_modified_at')},
  'sizeBytes', b.file_size,
  'size', CASE
    WHEN b.file_size < 1024 THEN b.file_size || ' B'
    WHEN b.file_size < 1048576 THEN printf('%.1f KiB', b.file_size / 1024.0)
    WHEN b.file_size < 1073741824 THEN printf('%.1f MiB', b.file_size / 1048576.0)
    ELSE printf('%.1f GiB', b.file_size / 1073741824.0) END,
  'media', json_object(
    'status', ${mediaStatus},
    'mediaType', ${mediaType},
    'mediaProfile', CASE WHEN b.format IN ${ebookFormatsSql} THEN 'EPUB'
      WHEN b.format = 'pdf' THEN 'PDF' ELSE 'DIVINA' END,
    'pagesCount', b.page_count,
    'comment', coalesce(b.error, ''),
    'epubDivinaCompatible',
      json(iif(b.format IN ${ebookFormatsSql} AND b.metadata ->> 'layout' IS 'fixed', 'true', 'false')),
    'epubIsKepub', ${falseJson}),
  'metadata', json_object(
    'title', b.title, 'titleLock', ${locked('title')},
    'summary', coalesce(b.summary, ''), 'summaryLock', ${locked('summary')},
    'number', printf('%.15g', coalesce(b.number, ${numberSort})), 'numberLock', ${locked('number')},
    'numberSort', CAST(${numberSort} AS REAL), 'numberSortLock', ${locked('number')},
    'releaseDate', b.release_date, 'releaseDateLock', ${locked('release_date')},
    'authors', ${authorsSql(`coalesce(b.metadata -> 'authors', '[]')`)}, 'authorsLock', ${locked('authors')},
    'tags', json(coalesce(b.metadata -> 'tags', '[]')), 'tagsLock', ${locked('tags')},
    'isbn', coalesce(b.metadata ->> 'isbn', ''), 'isbnLock', ${locked('isbn')},
    'links', json(coalesce(b.metadata -> 'web_links', '[]')), 'linksLock', ${locked('web_links')},
    'created', ${secondsSql('b.created_at')},
    'lastModified', ${secondsSql('b.modified_at')}),
  'readProgress', json(iif(p.book_pk IS NULL, 'null', json_object(
    'page', iif(p.is_completed, max(b.page_count, 1), max(${shownPage('p.current_page')}, 1)),
    'completed', ${jsonBoolean('p.is_completed')},
    'readDate', ${secondsSql('p.updated_at')},
    'created', ${secondsSql('p.started_at')},
    'lastModified', ${secondsSql('p.updated_at')},
    'deviceId', p.device_id,
    'deviceName', p.device_name))),
  'deleted', ${jsonBoolean('b.missing_since IS NOT NULL')},
  'fileHash', coalesce(b.file_hash, ''),
  'oneshot', ${jsonBoolean(oneShotBook)})`;

export const inSeries = 'CROSS JOIN series s ON s.pk = b.series_pk';
export const joinKomgaBookReading = `LEFT JOIN progress p ON p.user_pk = ${userParameter} AND p.book_pk = b.pk`;
export const komgaBookFromJoins = `${inSeries} CROSS JOIN libraries l ON l.pk = b.library_pk ${joinKomgaBookReading}`;
export const komgaBookPageJoins = `CROSS JOIN books b ON b.pk = page.pk ${komgaBookFromJoins}`;
