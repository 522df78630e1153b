import { healthKinds, type HealthKind } from '../../../shared/api/health.ts';

/**
 * A finding about a book: `mark` is the version of the problem that an ignore applies to. Every
 * kind has its own partial index, so that a healthy library costs nothing.
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

const gapDetail = `group_concat(iif(last = first, first, first || '–' || last), ', ')`;

/**
 * Numbers from here on are years, which have no gaps; volumes from 1000 on separate runs of issues.
 */
const firstYear = 1800;
/** Larger gaps are not missing books: the numbers count something else. */
const widestGap = 200;

/** Whether a number counts; a year does not. */
const counts = `value >= 0 AND value < ${firstYear}`;

/**
 * Series that can have a gap, from an index alone, because comparing each book with the one before
 * it costs ten times as much. Left out are those with one row of whole numbers without a hole, unless
 * their volumes hold chapters. The limits keep SQLite from computing a value again wherever it is used,
 * which takes half as long again.
 */
const possibleGaps = `
  SELECT series_pk FROM (
    SELECT series_pk, volume, iif(${counts}, value, NULL) AS value FROM (
      SELECT series_pk, volume, coalesce(volume, chapter, number) AS value
      FROM books INDEXED BY books_by_series_numbers WHERE missing_since IS NULL
      LIMIT -1)
    LIMIT -1)
  GROUP BY series_pk
  HAVING count(volume) NOT IN (0, count(*)) OR max(volume) >= 1000
    OR series_pk IN (SELECT v.series_pk FROM volumes v)
    OR sum(value - CAST(value AS INTEGER)) > 0
    OR max(value) - min(value) >= count(DISTINCT value)`;

/**
 * The numbers that each book counts for, in separate rows of numbers. Volumes are one row; the issues of each
 * year are another if there are several years; with a single year, files with and without it share a row. The
 * chapters in volumes are counted as well, through the series, or restarting in each volume.
 */
const countedBooks = `
  SELECT series_pk,
    CASE WHEN year IS NULL THEN iif(volume IS NULL, 'chapter', 'volume')
      WHEN min(year) OVER of_series < max(year) OVER of_series THEN year ELSE 'chapter' END AS counted,
    iif(year IS NULL, coalesce(volume, chapter, number), number) AS value
  FROM (
    SELECT series_pk, volume, chapter, number, iif(volume >= 1000, volume, NULL) AS year
    FROM books WHERE missing_since IS NULL AND series_pk IN (${possibleGaps}))
  WINDOW of_series AS (PARTITION BY series_pk)
  UNION ALL
  SELECT b.series_pk, iif(v.restarts, v.id, 'chapter'),
    coalesce(b.chapter, iif(b.number IS b.volume, NULL, b.number))
  FROM volumes v CROSS JOIN books b ON b.volume_pk = v.pk AND b.series_pk = v.series_pk
  WHERE b.missing_since IS NULL`;

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
    `b.page_width < 700 AND ${isHere} AND b.format NOT IN ('epub', 'pdf')`,
  ),
  // Missing whole numbers between two books, as marked on the page of a series (its gaps.ts).
  gap: `
  SELECT 'gap' AS kind, 'series' AS entity, s.id, s.name AS title, s.name_key AS title_key,
    s.pk AS series_pk, s.library_pk, s.path, ${gapDetail} AS detail, ${gapDetail} AS mark,
    NULL AS good_at
  FROM (
    SELECT series_pk, CAST(before AS INTEGER) + 1 AS first,
      CAST(value AS INTEGER) - (value = CAST(value AS INTEGER)) AS last
    FROM (
      SELECT series_pk, value, lag(value) OVER (PARTITION BY series_pk, counted ORDER BY value) AS before
      FROM (${countedBooks}) WHERE ${counts})
    WHERE last BETWEEN first AND first + ${widestGap} - 1
    ORDER BY series_pk, first
  ) g JOIN series s ON s.pk = g.series_pk GROUP BY g.series_pk`,
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
