import { stat } from 'node:fs/promises';

import type { Metrics } from '../../../shared/api/system.ts';
import type { Database } from '../../database/types.ts';

type Counts = Pick<
  Metrics,
  'library_count' | 'series_count' | 'book_count' | 'page_count' | 'user_count' | 'total_file_size'
>;

export const createSystemStore = (database: Database) => {
  // Libraries and series store their totals, so nothing here scans the books.
  const counts = database.prepare<[], Counts>(`
    SELECT count(*) AS library_count, coalesce(sum(series_count), 0) AS series_count,
      coalesce(sum(book_count), 0) AS book_count,
      (SELECT coalesce(sum(page_count), 0) FROM series) AS page_count,
      (SELECT count(*) FROM users) AS user_count, coalesce(sum(file_size), 0) AS total_file_size
    FROM libraries`);
  const libraries = database.prepare<[], Metrics['libraries'][number]>(
    'SELECT id, name, series_count, book_count, file_size FROM libraries ORDER BY pk',
  );

  return {
    counts: (): Counts => counts.get() as Counts,
    libraries: () => libraries.all(),
    /** Size of the file and its WAL, bytes. */
    databaseSize: async () =>
      (await sizeOrZero(database.name)) + (await sizeOrZero(`${database.name}-wal`)),
  };
};

const sizeOrZero = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

export type SystemStore = ReturnType<typeof createSystemStore>;
