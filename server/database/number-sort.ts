/** The integer part of the highest sort number among the present books in the row's series. */
const highest = (row: string) => `coalesce((SELECT CAST(h.number_key AS INTEGER) FROM books h
  WHERE h.series_pk = ${row}.series_pk AND h.missing_since IS NULL AND h.number_key < 1e12
  ORDER BY h.number_key DESC LIMIT 1), 0)`;

/** The sort number of the row `b`: its rank where volumes decide the order, else its number. */
export const ownNumberSort = 'coalesce(b.position, b.number)';

/**
 * A sort number for every book of a series, in reading order: its own, or for a row `b` without
 * one, a number after all others. For clients that require one.
 */
export const numberSort = `coalesce(${ownNumberSort}, ${highest('b')} +
  (SELECT count(*) FROM books n
   WHERE n.series_pk = b.series_pk AND n.missing_since IS NULL AND n.number_key = b.number_key
     AND (n.title_key, n.pk) <= (b.title_key, b.pk)))`;

/** The same for all present books without a number, by `pk`: one pass for a whole list. */
export const unnumbered = `(SELECT u.pk, ${highest('u')} +
    row_number() OVER (PARTITION BY u.series_pk ORDER BY u.title_key, u.pk) AS number_sort
  FROM books u WHERE u.missing_since IS NULL AND u.number_key = 1e12 AND coalesce(u.position, u.number) IS NULL)`;
