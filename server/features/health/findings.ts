import { ebookFormatsSql } from '../../database/ebook-formats.ts';
import { healthKinds, type HealthKind } from '../../../shared/api/health.ts';
import { hasBookCover } from '../../database/has-cover.ts';
import { gapsOf } from '../../database/series-gaps.ts';

/**
 * SQL for findings about books. `mark` is the version of the problem to which an ignore applies. Every kind
 * has its own partial index, so that a healthy library costs nothing.
 */
const ofBook = (
  kind: HealthKind,
  detail: string,
  where: string,
  { mark = fileMark, from = 'books b', goodAt = 'NULL' } = {},
) => `
  SELECT '${kind}' AS kind, 'book' AS entity, b.id, b.title, b.title_key, b.series_pk, b.library_pk,
    b.path, ${detail} AS detail, ${mark} AS mark, ${goodAt} AS good_at
  FROM ${from} WHERE ${where}`;

const fileMark = `coalesce(b.fingerprint, '') || '|' || b.file_modified_ms`;
const isHere = 'b.missing_since IS NULL';
/** Matches the scanner's wording in media/formats. */
const misnamed = `b.note GLOB 'The file is * named .*'`;

/** Stored gaps of series, and computed gaps of series that have changed since. */
const gaps = `
  SELECT series_pk, missing FROM series_gaps
  WHERE series_pk NOT IN (SELECT c.series_pk FROM changed_gaps c)
  UNION ALL ${gapsOf('SELECT c.series_pk FROM changed_gaps c')}`;

const sql: Record<HealthKind, string> = {
  broken: ofBook('broken', 'b.error', `b.error IS NOT NULL AND ${isHere}`),
  failed_check: ofBook('failed_check', 'c.detail', `c.problem IS NOT NULL AND ${isHere}`, {
    mark: 'c.found_at',
    from: 'file_checks c CROSS JOIN books b ON b.pk = c.book_pk',
    goodAt: 'c.good_at',
  }),
  missing: ofBook(
    'missing',
    'NULL',
    `b.missing_since IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM set_aside_copies c WHERE c.book_pk = b.pk)`,
    { mark: 'b.missing_since' },
  ),
  wrong_extension: ofBook(
    'wrong_extension',
    'b.note',
    `b.note IS NOT NULL AND ${isHere} AND ${misnamed}`,
  ),
  flawed: ofBook('flawed', 'b.note', `b.note IS NOT NULL AND ${isHere} AND NOT ${misnamed}`),
  no_pages: ofBook(
    'no_pages',
    'NULL',
    `b.page_count = 0 AND b.analyzed = 1 AND b.error IS NULL AND ${isHere}`,
  ),
  low_resolution: ofBook(
    'low_resolution',
    `CAST(b.page_width AS TEXT)`,
    `b.page_width < 700 AND ${isHere} AND b.format NOT IN ${ebookFormatsSql} AND b.format <> 'pdf'`,
  ),
  no_cover: ofBook(
    'no_cover',
    'NULL',
    `b.cover_ratio = 0 AND NOT ${hasBookCover('b')} AND b.page_count > 0 AND b.analyzed = 1
    AND b.error IS NULL AND ${isHere}`,
    // SQLite would choose the index by page count, which has nearly every book.
    { from: 'books b INDEXED BY books_without_cover' },
  ),
  // The same gaps as on the page of a series (see its gaps.ts).
  gap: `
  SELECT 'gap' AS kind, 'series' AS entity, s.id, s.name AS title, s.name_key AS title_key,
    s.pk AS series_pk, s.library_pk, s.path, g.missing AS detail, g.missing AS mark, NULL AS good_at
  FROM (${gaps}) g CROSS JOIN series s ON s.pk = g.series_pk`,
  no_metadata: `
  SELECT 'no_metadata' AS kind, 'series' AS entity, s.id, s.name AS title, s.name_key AS title_key,
    s.pk AS series_pk, s.library_pk, s.path, NULL AS detail, '' AS mark,
    NULL AS good_at
  FROM series s WHERE s.missing_since IS NULL AND s.summary IS NULL AND s.publisher IS NULL
    AND s.authors = '[]' AND s.genres = '[]'`,
};

/** SQL for all findings, or those of one kind. */
export const findingsSql = (kind?: HealthKind): string =>
  kind === undefined ? healthKinds.map((name) => sql[name]).join(' UNION ALL ') : sql[kind];
