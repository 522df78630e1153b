/**
 * SQL condition: series `s` is a one-shot. It has a single book, which is at the root of its
 * library (both have the same path) or marked as a one-shot in its ComicInfo.
 */
export const oneShotSeries = `(s.book_count <= 1 AND EXISTS (SELECT 1 FROM books o
  WHERE o.series_pk = s.pk AND (o.path = s.path OR o.series_facts ->> 'one_shot')
    AND (o.missing_since IS NULL) = (s.missing_since IS NULL)))`;

/** The same for the book `b` of such a series. */
export const oneShotBook = `EXISTS (SELECT 1 FROM series o
  WHERE o.pk = b.series_pk AND o.book_count <= 1
    AND (o.path = b.path OR b.series_facts ->> 'one_shot'))`;
