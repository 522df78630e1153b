/**
 * A number for every book of a series, in the order in which they are read: its own, or for the row `b`
 * without one a number behind all others. For programs that know no book without a number.
 */
export const numberSort = `coalesce(b.number,
  (SELECT coalesce(max(CAST(n.number AS INTEGER)), 0) FROM books n
   WHERE n.series_pk = b.series_pk AND n.missing_since IS NULL) +
  (SELECT count(*) FROM books n
   WHERE n.series_pk = b.series_pk AND n.missing_since IS NULL AND n.number_key = b.number_key
     AND (n.title_key, n.pk) <= (b.title_key, b.pk)))`;
