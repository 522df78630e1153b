import type { Database } from '../../database/types.ts';
import { isoNow } from '../../database/ids.ts';
import type { BookFlow } from './series-moves.ts';

/**
 * Days within which books leaving a series in consecutive scans count as one departure. Those that
 * no scan of the whole library has decided are kept for as long as that takes.
 */
const keptDays = 1;

export interface SeriesStateRow {
  pk: number;
  id: string;
  library_pk: number;
  path: string;
  filename: string;
  name: string;
  missing_since: string | null;
  own: number;
  is_new: number;
}

export interface BookAtPlace {
  pk: number;
  id: string;
  path: string;
  embedded_series: string | null;
}

/**
 * Tracks books that moved from one series to another. Runs inside one transaction of the caller.
 */
export const createSeriesDepartures = (database: Database) => {
  const depart = database.prepare<{ book_pk: number; series_pk: number; now: string }>(
    `INSERT INTO series_departures (book_pk, series_pk, departed_at)
     VALUES (@book_pk, @series_pk, @now)
     ON CONFLICT (book_pk) DO UPDATE SET series_pk = excluded.series_pk,
       departed_at = excluded.departed_at, decided = 0`,
  );
  const prune = database.prepare<[]>(
    `DELETE FROM series_departures
     WHERE (decided = 1 AND departed_at < strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-${keptDays} days'))
       OR series_pk = (SELECT series_pk FROM books WHERE pk = book_pk)`,
  );
  const flows = database.prepare<[number], BookFlow & { undecided: number }>(
    `SELECT d.series_pk AS origin, b.series_pk AS target, count(*) AS books,
       max(1 - d.decided) AS undecided
     FROM series_departures d CROSS JOIN books b ON b.pk = d.book_pk
     WHERE b.library_pk = ? AND b.missing_since IS NULL AND b.series_pk <> d.series_pk
     GROUP BY d.series_pk, b.series_pk ORDER BY d.series_pk, b.series_pk`,
  );
  const state = database.prepare<[number], SeriesStateRow>(
    `SELECT s.pk, s.id, s.library_pk, s.path, s.filename, s.name, s.missing_since,
       s.book_count - (
         SELECT count(*) FROM series_departures d JOIN books b ON b.pk = d.book_pk
         WHERE b.series_pk = s.pk AND b.missing_since IS NULL AND d.series_pk <> s.pk) AS own,
       s.date_added >= coalesce(l.last_scanned_at, '') AS is_new
     FROM series s JOIN libraries l ON l.pk = s.library_pk WHERE s.pk = ?`,
  );
  const decide = database.prepare<[number]>(
    `UPDATE series_departures SET decided = 1 WHERE decided = 0
       AND (SELECT library_pk FROM books WHERE pk = book_pk) = ?`,
  );
  const booksBetween = database
    .prepare<{ source: number; target: number }, number>(
      `SELECT d.book_pk FROM series_departures d JOIN books b ON b.pk = d.book_pk
       WHERE d.series_pk = @source AND b.series_pk = @target`,
    )
    .pluck();
  const ownBooks = database
    .prepare<[number], number>(
      `SELECT pk FROM books WHERE series_pk = ? AND missing_since IS NULL
         AND NOT EXISTS (SELECT 1 FROM series_departures WHERE book_pk = books.pk)`,
    )
    .pluck();
  const arrive = database.prepare<{ source: number; target: number }>(
    `DELETE FROM series_departures WHERE series_pk = @source
       AND (SELECT series_pk FROM books WHERE pk = book_pk) = @target`,
  );
  const books = database.prepare<[number], BookAtPlace>(
    `SELECT pk, id, path, embedded_series FROM books WHERE series_pk = ? AND missing_since IS NULL
     ORDER BY EXISTS (SELECT 1 FROM book_placements WHERE book_pk = books.pk), number_key, title_key, pk`,
  );
  const remove = database.prepare<[number]>(
    `DELETE FROM series WHERE pk = ? AND NOT EXISTS (SELECT 1 FROM books WHERE series_pk = series.pk)`,
  );

  return {
    /** Records that a book leaves a series because its file has moved. */
    depart: (bookPk: number, seriesPk: number) =>
      void depart.run({ book_pk: bookPk, series_pk: seriesPk, now: isoNow() }),
    /** Deletes departures that are expired or were reverted. */
    forgetDepartures: () => void prune.run(),
    /** Moves into series of a library; `undecided` if no scan has decided about them yet. */
    flowsInto: (libraryPk: number) => flows.all(libraryPk),
    /**
     * The number of books that did not come from other series, and whether the series is newer than
     * the last complete scan.
     */
    stateOfSeries: (pk: number) => state.get(pk),
    decideAll: (libraryPk: number) => void decide.run(libraryPk),
    /** Keys of the books moved between two series. */
    booksBetween: (source: number, target: number) => booksBetween.all({ source, target }),
    /** Keys of the present books that did not come from another series. */
    ownBooks: (pk: number) => ownBooks.all(pk),
    /** Marks the move as final. */
    arrive: (source: number, target: number) => void arrive.run({ source, target }),
    /** In order, those at the series' own location first. */
    presentBooks: (pk: number) => books.all(pk),
    /** Deletes a series without any books; returns whether it did. */
    removeSeries: (pk: number) => remove.run(pk).changes > 0,
  };
};
