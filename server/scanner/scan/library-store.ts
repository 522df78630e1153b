import type { Database } from '../../database/types.ts';
import type { SeriesStrategy } from '../series/series-strategy.ts';

export interface ScanLibrary {
  pk: number;
  id: string;
  path: string;
  series_strategy: SeriesStrategy;
  reading_direction: string;
  excluded_patterns: string;
  /** The strategy of the last scan. */
  scanned_strategy: SeriesStrategy | null;
  /** The device of its folder at the last scan. */
  volume: string | null;
}

/** Queries for the library of a scan and its results. */
export const createLibraryStore = (database: Database) => {
  const library = database.prepare<[string], ScanLibrary>(
    `SELECT pk, id, path, series_strategy, reading_direction, excluded_patterns, scanned_strategy, volume
     FROM libraries WHERE id = ?`,
  );
  const setAvailable = database.prepare<{ pk: number; available: number }>(
    'UPDATE libraries SET available = @available WHERE pk = @pk',
  );
  const setStrategy = database.prepare<{
    pk: number;
    series_strategy: SeriesStrategy;
    scanned_strategy: SeriesStrategy | null;
    now: string;
  }>(
    `UPDATE libraries SET series_strategy = @series_strategy, scanned_strategy = @scanned_strategy,
       updated_at = @now WHERE pk = @pk`,
  );
  const finish = database.prepare<{
    pk: number;
    volume: string | null;
    scanned_strategy: SeriesStrategy;
    now: string;
  }>(
    `UPDATE libraries SET available = 1, volume = @volume, scanned_strategy = @scanned_strategy,
       last_scanned_at = @now WHERE pk = @pk`,
  );

  return {
    library: (id: string) => library.get(id),
    setAvailable: (pk: number, available: boolean) =>
      setAvailable.run({ pk, available: Number(available) }),
    /** Without `scanned_strategy`, the next scan regroups all books. */
    setStrategy: (row: {
      pk: number;
      series_strategy: SeriesStrategy;
      scanned_strategy: SeriesStrategy | null;
      now: string;
    }) => setStrategy.run(row),
    finish: (row: {
      pk: number;
      volume: string | null;
      scanned_strategy: SeriesStrategy;
      now: string;
    }) => finish.run(row),
  };
};
