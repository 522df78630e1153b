/**
 * SQL for the next book to read in the series of the row `u` (user_series): the one after the last
 * completed book, which is unread because none is in progress; if the last book is completed, the
 * first unread one. `main.` leaves out what content restrictions check: `u` is visible already.
 */
export const nextOnDeck = `coalesce(
  (SELECT n.pk FROM main.books n
   WHERE n.series_pk = u.series_pk AND n.missing_since IS NULL
     AND (n.number_key, n.title_key, n.pk) > (
       SELECT b.number_key, b.title_key, b.pk FROM main.progress p CROSS JOIN main.books b ON b.pk = p.book_pk
       WHERE p.user_pk = u.user_pk AND p.series_pk = u.series_pk AND p.is_completed = 1
         AND b.missing_since IS NULL
       ORDER BY 1 DESC, 2 DESC, 3 DESC LIMIT 1)
   ORDER BY n.number_key, n.title_key, n.pk LIMIT 1),
  (SELECT n.pk FROM main.books n
   WHERE n.series_pk = u.series_pk AND n.missing_since IS NULL
     AND NOT EXISTS (SELECT 1 FROM main.progress p WHERE p.user_pk = u.user_pk AND p.book_pk = n.pk)
   ORDER BY n.number_key, n.title_key, n.pk LIMIT 1))`;
