import type { BookFormat } from '../../../shared/api/book-record.ts';
import type { Database } from '../../database/types.ts';

/** Reading of one book within one quarter-hour. */
export interface ReadQuarter {
  /** Its start, seconds since the epoch. */
  quarter: number;
  book_id: string;
  /** Null for a book without a record, if its series has none either. */
  series_id: string | null;
  series_name: string | null;
  format: BookFormat;
  pages: number;
  seconds: number;
  untimed: number;
  started: number;
  completed: number;
}

export type ReadingStatsStore = ReturnType<typeof createReadingStatsStore>;

export const createReadingStatsStore = (database: Database) => {
  const between = database.prepare<{ user_pk: number; start: number; end: number }, ReadQuarter>(
    `SELECT h.quarter, b.id AS book_id, s.id AS series_id, s.name AS series_name, b.format,
       h.pages, h.seconds, h.untimed, h.started, h.completed
     FROM reading_history h CROSS JOIN books b ON b.pk = h.book_pk
     CROSS JOIN series s ON s.pk = b.series_pk
     WHERE h.user_pk = :user_pk AND h.quarter BETWEEN :start AND :end
     UNION ALL
     SELECT f.quarter, f.book_id, s.id, s.name, f.format,
       f.pages, f.seconds, f.untimed, f.started, f.completed
     FROM former_reading f LEFT JOIN series s ON s.id = f.series_id
     WHERE f.user_pk = :user_pk AND f.quarter BETWEEN :start AND :end ORDER BY quarter`,
  );
  const newestFirst = database
    .prepare<{ user_pk: number }, number>(
      `SELECT quarter FROM reading_history WHERE user_pk = :user_pk AND pages > 0
       UNION SELECT quarter FROM former_reading WHERE user_pk = :user_pk AND pages > 0
       ORDER BY quarter DESC`,
    )
    .pluck();

  return {
    /** In chronological order; both bounds are inclusive, in seconds since the epoch. */
    between: (userPk: number, start: number, end: number): ReadQuarter[] =>
      between.all({ user_pk: userPk, start, end }),
    /** Quarter-hours with pages read, streamed lazily from the store. */
    newestFirst: (userPk: number): IterableIterator<number> =>
      newestFirst.iterate({ user_pk: userPk }),
  };
};
