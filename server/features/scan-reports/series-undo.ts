import type { Database } from '../../database/types.ts';
import { newId, isoNow } from '../../database/ids.ts';
import type { ChangedSeries } from '../../scanner/series/series-assignment.ts';
import { createInheritedLimits } from '../../scanner/series/inherited-limits.ts';
import { createSeriesInheritance } from '../../scanner/series/series-inheritance.ts';
import {
  createSeriesLocations,
  type SeriesLocation,
} from '../../scanner/series/series-locations.ts';
import { newSeriesRow } from '../../scanner/series/series-row.ts';
import { createScanSeriesStore } from '../../scanner/series/series-store.ts';
import type { EntryRow, SeriesNow } from './rows.ts';

/** Resolved series keys of an entry. */
interface SeriesOfEntry extends EntryRow {
  series: SeriesNow;
  recognition: NonNullable<EntryRow['recognition']>;
}

interface Undone {
  /** Books that moved to another series. */
  books: { id: string; series_pk: number }[];
  /** Series that were shown, hidden or changed, as far as already written. */
  series: ChangedSeries[];
  /** Series whose books changed. */
  touched: number[];
  /** The other series involved besides the recognised one. */
  other: number;
}

export const hasSeries = (entry: EntryRow): entry is SeriesOfEntry =>
  entry.series !== null && entry.recognition !== null;

/** Undoes and redoes the recognition of a series. Runs inside one transaction of the caller. */
export const createSeriesUndo = (database: Database) => {
  const locations = createSeriesLocations(database);
  const inheritance = createSeriesInheritance(database);
  const limits = createInheritedLimits(database);
  const { insertSeries } = createScanSeriesStore(database);
  const present = database.prepare<[number], { id: string; series_pk: number }>(
    'SELECT id, series_pk FROM books WHERE series_pk = ? AND missing_since IS NULL',
  );
  const settle = database.prepare<SeriesLocation & { pk: number }>(
    'UPDATE series SET library_pk = @library_pk, path = @path WHERE pk = @pk',
  );
  const library = database.prepare<[number]>('SELECT 1 FROM libraries WHERE pk = ?');
  const among = `pk IN (SELECT value FROM json_each(@pks)) AND missing_since IS NULL`;
  const assign = database.prepare<{ pks: string; source: number; target: number }>(
    `INSERT INTO book_placements (book_pk, series_pk)
     SELECT pk, @target FROM books WHERE ${among} AND series_pk = @source
     ON CONFLICT (book_pk) DO UPDATE SET series_pk = excluded.series_pk`,
  );
  const unplace = database.prepare<{ pks: string; source: number }>(
    `DELETE FROM book_placements
     WHERE series_pk = @source AND book_pk IN (SELECT value FROM json_each(@pks))`,
  );
  const move = database.prepare<{ pks: string; source: number; target: number; now: string }>(
    `UPDATE books SET series_pk = @target, modified_at = @now WHERE ${among} AND series_pk = @source`,
  );

  const shown = database.prepare<[number], { pk: number; id: string; isShown: number }>(
    'SELECT pk, id, missing_since IS NULL AS isShown FROM series WHERE pk = ?',
  );

  const exchange = (a: number, b: number, isNew = false): Undone => {
    const states = () => [a, b].flatMap((pk) => shown.get(pk) ?? []);
    const before = states();
    locations.exchange(
      new Map([
        [a, b],
        [b, a],
      ]),
    );
    const series = states().flatMap(({ pk, id, isShown }): ChangedSeries[] => {
      const wasShown = before.some(
        (candidate) => candidate.pk === pk && candidate.isShown === 1 && !(isNew && pk === b),
      );
      if (isShown === 1) return [{ pk, id, what: wasShown ? 'changed' : 'appeared' }];
      return wasShown ? [{ pk, id, what: 'ended' }] : [];
    });
    return { books: [...present.all(a), ...present.all(b)], series, touched: [], other: b };
  };

  /** A path for a series without books: its former one, unless another series uses it now. */
  const vacant = (wanted: SeriesLocation, instead: number): SeriesLocation =>
    library.get(wanted.library_pk) !== undefined && locations.at(wanted) === undefined
      ? wanted
      : { library_pk: instead, path: `/${newId()}` };

  /**
   * Creates a separate series for the folder; the recognised one becomes missing at its former
   * path.
   */
  const leave = ({ series, other, recognition }: SeriesOfEntry): Undone => {
    // Reuses the series created by an earlier undo.
    if (other !== null && other.missing_since !== null) return exchange(series.pk, other.pk);
    const spot = vacant(recognition.previous, series.library_pk);
    const filename = series.path.slice(series.path.lastIndexOf('/') + 1);
    const own = { key: spot.path, name: filename, filename, year: null, publisher: null };
    const spare = insertSeries(newSeriesRow(spot.library_pk, own));
    limits.apply(series.pk, spare);
    return exchange(series.pk, spare, true);
  };

  /** Returns its books to a merged series, wherever their files are. */
  const part = (series: SeriesNow, other: SeriesNow, books: readonly number[]): Undone => {
    if (other.library_pk !== series.library_pk) {
      settle.run({ pk: other.pk, library_pk: series.library_pk, path: `/${newId()}` });
    }
    const pks = JSON.stringify(books);
    assign.run({ pks, source: series.pk, target: other.pk });
    move.run({ pks, source: series.pk, target: other.pk, now: isoNow() });
    inheritance.part(other.pk);
    const touched = [series.pk, other.pk];
    return { books: present.all(other.pk), series: [], touched, other: other.pk };
  };

  const merge = (series: SeriesNow, other: SeriesNow, books: readonly number[]): Undone => {
    const pks = JSON.stringify(books);
    unplace.run({ pks, source: other.pk });
    const moved = present.all(other.pk);
    move.run({ pks, source: other.pk, target: series.pk, now: isoNow() });
    inheritance.merge(other.pk, series.pk);
    return {
      books: moved.map(({ id }) => ({ id, series_pk: series.pk })),
      series: [],
      touched: [series.pk, other.pk],
      other: other.pk,
    };
  };

  return {
    undo: (entry: SeriesOfEntry): Undone => {
      const { kind, series, other, recognition } = entry;
      if (kind === 'series_merged' && other) return part(series, other, recognition.books ?? []);
      return kind === 'series_split' && other ? exchange(series.pk, other.pk) : leave(entry);
    },
    /** Returns null if no longer possible, because one of the series has moved. */
    redo: ({ kind, series, other, recognition }: SeriesOfEntry): Undone | null => {
      if (other === null) return null;
      if (kind === 'series_merged') {
        return series.missing_since === null ? merge(series, other, recognition.books ?? []) : null;
      }
      if (kind !== 'series_split' && series.missing_since === null) return null;
      const { library_pk, path } = recognition.place;
      if (other.library_pk !== library_pk || other.path !== path) return null;
      return exchange(series.pk, other.pk);
    },
  };
};

export type SeriesUndo = ReturnType<typeof createSeriesUndo>;
