import type { Database } from './types.ts';

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
const possibleGaps = (series: string): string => `
  SELECT series_pk FROM (
    SELECT series_pk, volume, iif(${counts}, value, NULL) AS value FROM (
      SELECT series_pk, volume, coalesce(volume, chapter, number) AS value
      FROM books INDEXED BY books_by_series_numbers
      WHERE missing_since IS NULL AND series_pk IN (${series})
      LIMIT -1)
    LIMIT -1)
  GROUP BY series_pk
  HAVING count(volume) NOT IN (0, count(*)) OR max(volume) >= 1000
    OR series_pk IN (SELECT v.series_pk FROM volumes v)
    OR sum(value - CAST(value AS INTEGER)) > 0
    OR max(value) - min(value) >= count(DISTINCT value)`;

/**
 * The numbers that each book counts for, with the last one that it holds, in separate rows of numbers.
 * Volumes are one row; the issues of each year are another if there are several years; with a single year,
 * files with and without it share a row. The chapters in volumes are counted as well, through the series,
 * or restarting in each volume.
 */
const countedBooks = (series: string): string => `
  SELECT series_pk,
    CASE WHEN year IS NULL THEN iif(volume IS NULL, 'chapter', 'volume')
      WHEN min(year) OVER of_series < max(year) OVER of_series THEN year ELSE 'chapter' END AS counted,
    iif(year IS NULL, coalesce(volume, chapter, number), number) AS value, number_end
  FROM (
    SELECT series_pk, volume, chapter, number, number_end, iif(volume >= 1000, volume, NULL) AS year
    FROM books WHERE missing_since IS NULL AND series_pk IN (${possibleGaps(series)}))
  WINDOW of_series AS (PARTITION BY series_pk)
  UNION ALL
  SELECT b.series_pk, iif(v.restarts, v.id, 'chapter'),
    coalesce(b.chapter, iif(b.number IS b.volume, NULL, b.number)),
    iif(b.volume IS NULL, b.number_end, NULL)
  FROM volumes v CROSS JOIN books b ON b.volume_pk = v.pk AND b.series_pk = v.series_pk
  WHERE b.missing_since IS NULL AND v.series_pk IN (${series})`;

/**
 * SQL for the gaps among the keys that the query `series` selects: `series_pk`, and `missing`, the
 * whole numbers between two books.
 */
export const gapsOf = (series: string): string => `
  SELECT series_pk, group_concat(iif(last = first, first, first || '–' || last), ', ') AS missing
  FROM (
    SELECT series_pk, CAST(before AS INTEGER) + 1 AS first,
      CAST(value AS INTEGER) - (value = CAST(value AS INTEGER)) AS last
    FROM (
      SELECT series_pk, value, max(max(value, coalesce(number_end, value))) OVER (
        PARTITION BY series_pk, counted ORDER BY value
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
      FROM (${countedBooks(series)}) WHERE ${counts})
    WHERE last BETWEEN first AND first + ${widestGap} - 1
    ORDER BY series_pk, first)
  GROUP BY series_pk`;

/** Series of which one transaction stores the gaps. */
const batchSize = 1000;

/**
 * Stores the gaps of series whose numbers changed. Returns a function that does so for some of them,
 * inside a transaction, and whether there are more.
 */
export const createGapWriter = (database: Database): (() => boolean) => {
  const changed = database
    .prepare<[number], number>('SELECT series_pk FROM changed_gaps LIMIT ?')
    .pluck();
  const given = 'SELECT value FROM json_each(@pks)';
  const statements = [
    `DELETE FROM series_gaps WHERE series_pk IN (${given})`,
    `INSERT INTO series_gaps (series_pk, missing) ${gapsOf(given)}`,
    `DELETE FROM changed_gaps WHERE series_pk IN (${given})`,
  ].map((sql) => database.prepare<{ pks: string }>(sql));
  return () => {
    const pks = changed.all(batchSize);
    if (pks.length === 0) return false;
    for (const statement of statements) statement.run({ pks: JSON.stringify(pks) });
    return pks.length === batchSize;
  };
};
