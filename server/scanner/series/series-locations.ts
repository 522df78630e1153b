import type { Database } from '../../database/types.ts';
import { isoNow } from '../../database/ids.ts';

/** The location of a series. */
export interface SeriesLocation {
  library_pk: number;
  /** Relative to the library. */
  path: string;
}

interface LocationRow extends SeriesLocation {
  pk: number;
  filename: string;
  filename_key: string;
}

const listed = 'IN (SELECT value FROM json_each(@pks))';

/** Swaps the locations of series. Runs inside one transaction of the caller. */
export const createSeriesLocations = (database: Database) => {
  const rows = database.prepare<{ pks: string }, LocationRow>(
    `SELECT pk, library_pk, path, filename, filename_key FROM series WHERE pk ${listed}`,
  );
  // Hidden during the move, so that the counters of their libraries stay correct.
  const leave = database.prepare<{ pks: string; now: string }>(
    `UPDATE series SET path = char(0) || pk, missing_since = coalesce(missing_since, @now)
     WHERE pk ${listed}`,
  );
  const settle = database.prepare<LocationRow>(
    `UPDATE series SET library_pk = @library_pk, path = @path, filename = @filename,
       filename_key = @filename_key, sidecar_modified_ms = NULL WHERE pk = @pk`,
  );
  // Within a library, manually assigned and missing books stay with their series.
  const moveBooks = database.prepare<{ moves: string }>(
    `UPDATE books SET series_pk = m.series
     FROM (SELECT value ->> 'location' AS location, value ->> 'series' AS series FROM json_each(@moves)) m
     WHERE books.series_pk = m.location AND NOT (
       books.library_pk = (SELECT library_pk FROM series WHERE pk = m.location) AND (
         books.missing_since IS NOT NULL OR EXISTS (
           SELECT 1 FROM book_placements p WHERE p.book_pk = books.pk AND p.series_pk = m.location)))`,
  );
  const show = database.prepare<{ pks: string }>(
    `UPDATE series SET missing_since = NULL WHERE pk ${listed} AND book_count > 0`,
  );
  const forgetFolders = database.prepare<{ pks: string }>(
    `DELETE FROM series_folders WHERE series_pk ${listed} AND library_pk <> (
       SELECT library_pk FROM series WHERE pk = series_folders.series_pk)`,
  );
  const forgetReturned = database.prepare<{ pks: string }>(
    `DELETE FROM series_departures WHERE series_pk ${listed}
       AND series_pk = (SELECT series_pk FROM books WHERE pk = series_departures.book_pk)`,
  );
  const byPath = database
    .prepare<[number, string], number>('SELECT pk FROM series WHERE library_pk = ? AND path = ?')
    .pluck();

  return {
    /**
     * Assigns each location (identified by its former series) to another series, with the books there.
     */
    exchange: (locations: ReadonlyMap<number, number>): void => {
      const pks = JSON.stringify([...locations.keys()]);
      const before = new Map(rows.all({ pks }).map((row) => [row.pk, row]));
      leave.run({ pks, now: isoNow() });
      const moves: { location: number; series: number }[] = [];
      for (const [location, series] of locations) {
        const row = before.get(location);
        if (!row) continue;
        settle.run({ ...row, pk: series });
        moves.push({ location, series });
      }
      moveBooks.run({ moves: JSON.stringify(moves) });
      show.run({ pks });
      forgetFolders.run({ pks });
      forgetReturned.run({ pks });
    },
    locationOf: (pk: number): SeriesLocation | undefined => {
      const [row] = rows.all({ pks: JSON.stringify([pk]) });
      return row && { library_pk: row.library_pk, path: row.path };
    },
    /** The series at that location. */
    at: ({ library_pk, path }: SeriesLocation): number | undefined => byPath.get(library_pk, path),
  };
};
