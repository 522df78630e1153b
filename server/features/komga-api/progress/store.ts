import type { Database } from '../../../database/types.ts';
import { numberSort } from '../../../database/number-sort.ts';

/** The progress of a present book. */
export interface ReadState {
  id: string;
  number_sort: number;
  is_completed: boolean;
  is_begun: boolean;
}

export type KomgaProgressStore = ReturnType<typeof createKomgaProgressStore>;

const columns = `b.id, ${numberSort} AS number_sort, coalesce(p.is_completed, 0) AS is_completed,
  p.book_pk IS NOT NULL AS is_begun`;
const joinReading = 'LEFT JOIN progress p ON p.user_pk = :user_pk AND p.book_pk = b.pk';

interface StoredState {
  id: string;
  number_sort: number;
  is_completed: number;
  is_begun: number;
}

export const createKomgaProgressStore = (database: Database) => {
  const seriesRow = database.prepare<[string]>('SELECT 1 FROM series WHERE id = ?').pluck();
  const ofSeries = database.prepare<[{ user_pk: number; id: string }], StoredState>(
    `SELECT ${columns} FROM series s CROSS JOIN books b ON b.series_pk = s.pk ${joinReading}
     WHERE s.id = :id AND b.missing_since IS NULL ORDER BY b.number_key, b.title_key, b.pk`,
  );
  const ofBooks = database.prepare<[{ user_pk: number; ids: string }], StoredState>(
    `SELECT ${columns} FROM json_each(:ids) wanted CROSS JOIN books b ON b.id = wanted.value ${joinReading}
     ORDER BY wanted.key`,
  );
  return {
    hasSeries: (id: string): boolean => seriesRow.get(id) !== undefined,
    /** In reading order. */
    ofSeries: (userPk: number, id: string): ReadState[] =>
      ofSeries.all({ user_pk: userPk, id }).map(parse),
    /** In the order of the ids. */
    ofBooks: (userPk: number, ids: readonly string[]): ReadState[] =>
      ofBooks.all({ user_pk: userPk, ids: JSON.stringify(ids) }).map(parse),
  };
};

const parse = (row: StoredState): ReadState => ({
  ...row,
  is_completed: row.is_completed === 1,
  is_begun: row.is_begun === 1,
});
