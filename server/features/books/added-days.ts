import type { AddedDay, AddedDaysQuery } from '../../../shared/api/books.ts';
import type { Database } from '../../database/types.ts';
import { calendarOf } from '../reading-stats/days.ts';

/** Number of covers shown for a day. */
const samples = 3;

interface QuarterRow {
  /** Seconds since the epoch. */
  quarter: number;
  books: number;
  first: string;
  last: string;
}

export type AddedDays = (query: AddedDaysQuery) => { days: AddedDay[] };

/**
 * Finds the days on which books were added. Counts per quarter of an hour, because offsets of time zones are
 * multiples of it.
 */
export const createAddedDays = (database: Database): AddedDays => {
  const quarters = database.prepare<
    [{ from: string; before: string; library_id: string | null }],
    QuarterRow
  >(
    `SELECT quarter, books,
       (SELECT id FROM main.books WHERE pk = first) AS first,
       (SELECT id FROM main.books WHERE pk = last) AS last
     FROM (SELECT unixepoch(b.created_at) / 900 * 900 AS quarter, count(*) AS books,
         min(b.pk) AS first, max(b.pk) AS last
       FROM books b
       WHERE b.missing_since IS NULL AND b.created_at >= :from AND b.created_at < :before
         AND (:library_id IS NULL
           OR b.library_pk = (SELECT pk FROM libraries WHERE id = :library_id))
       GROUP BY quarter)
     ORDER BY quarter DESC`,
  );
  return ({ from, before, tz, library_id = null }) => {
    const dateOf = calendarOf(tz);
    const days = new Map<string, AddedDay>();
    const bounds = { from: new Date(from).toISOString(), before: new Date(before).toISOString() };
    for (const { quarter, books, first, last } of quarters.all({ ...bounds, library_id })) {
      const date = dateOf(quarter);
      const day = days.get(date) ?? { date, books: 0, book_ids: [] };
      const book_ids = [...new Set([...day.book_ids, last, first])].slice(0, samples);
      days.set(date, { date, books: day.books + books, book_ids });
    }
    return { days: [...days.values()] };
  };
};
