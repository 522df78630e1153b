import type { Database } from '../../database/database.ts';
import { newId, now } from '../../database/ids.ts';
import { newSeriesRow } from '../../scanner/series-row.ts';
import { placeUnopened } from '../../scanner/series-strategy.ts';
import { createScanStore } from '../../scanner/store.ts';
import type { NumberField } from './plan.ts';
import type { BookState, LibraryRow } from './rows.ts';

export interface ChangedSeries {
  pk: number;
  id: string;
  /** `appeared` has its first books, `ended` none any more. */
  what: 'appeared' | 'ended' | 'changed';
}

/** The writes of organising; all of them run inside one transaction of the caller. */
export const createOrganiseWrites = (database: Database) => {
  const scanStore = createScanStore(database);
  const seriesAt = database
    .prepare<[number, string], number>('SELECT pk FROM series WHERE library_pk = ? AND path = ?')
    .pluck();
  const place = database.prepare<{ book_pk: number; series_pk: number }>(
    `INSERT INTO book_placements (book_pk, series_pk) VALUES (@book_pk, @series_pk)
     ON CONFLICT (book_pk) DO UPDATE SET series_pk = excluded.series_pk`,
  );
  const unplace = database.prepare<[number]>('DELETE FROM book_placements WHERE book_pk = ?');
  const move = database.prepare<{ pk: number; series_pk: number; now: string }>(
    'UPDATE books SET series_pk = @series_pk, modified_at = @now WHERE pk = @pk',
  );
  const setNumbers = database.prepare(
    `UPDATE books SET number = @number, volume = @volume, chapter = @chapter,
       locked_fields = @locked_fields, modified_at = @now WHERE pk = @pk`,
  );
  const putFolder = database.prepare<{
    library_pk: number;
    path: string;
    series_pk: number;
    change_pk: number | null;
  }>(
    `INSERT INTO series_folders (library_pk, path, series_pk, change_pk)
     VALUES (@library_pk, @path, @series_pk, @change_pk)
     ON CONFLICT (library_pk, path) DO UPDATE SET series_pk = excluded.series_pk,
       change_pk = excluded.change_pk`,
  );
  const removeFolder = database.prepare<{ library_pk: number; path: string }>(
    'DELETE FROM series_folders WHERE library_pk = @library_pk AND path = @path',
  );
  const removeFoldersOf = database.prepare<[number]>(
    'DELETE FROM series_folders WHERE change_pk = ?',
  );
  const appear = database.prepare<[string, string], { pk: number; id: string }>(
    `UPDATE series SET missing_since = NULL, date_updated = ?
     WHERE pk IN (SELECT value FROM json_each(?)) AND missing_since IS NOT NULL AND book_count > 0
     RETURNING pk, id`,
  );
  const end = database.prepare<[string, string], { pk: number; id: string }>(
    `UPDATE series SET missing_since = ?
     WHERE pk IN (SELECT value FROM json_each(?)) AND missing_since IS NULL AND book_count = 0
     RETURNING pk, id`,
  );
  const ids = database.prepare<[string], { pk: number; id: string }>(
    'SELECT pk, id FROM series WHERE pk IN (SELECT value FROM json_each(?)) AND missing_since IS NULL',
  );
  const inheritCollections = database.prepare<
    { from: number; into: number },
    { collection_pk: number; series_pk: number }
  >(
    `INSERT OR IGNORE INTO collection_series (collection_pk, series_pk, position)
     SELECT collection_pk, @into, position FROM collection_series WHERE series_pk = @from
     RETURNING collection_pk, series_pk`,
  );
  const leaveCollection = database.prepare<{ collection_pk: number; series_pk: number }>(
    `DELETE FROM collection_series
     WHERE collection_pk = @collection_pk AND series_pk = @series_pk`,
  );
  const inheritTracking = database.prepare<{ from: number; into: number }>(
    `INSERT OR IGNORE INTO series_tracking (series_pk, tracked, aliases, languages)
     SELECT @into, tracked, aliases, languages FROM series_tracking WHERE series_pk = @from`,
  );
  const endTracking = database.prepare<[number]>('DELETE FROM series_tracking WHERE series_pk = ?');

  /** A row for a series of a library, found by its key. */
  const makeSeries = (libraryPk: number, ofPlace: Parameters<typeof newSeriesRow>[1]) => {
    const row = newSeriesRow(libraryPk, ofPlace);
    return { pk: scanStore.insertSeries(row), id: row.id };
  };

  return {
    /** A series that no folder makes. Its path is one that no file can have: it begins with a slash. */
    makeNamedSeries: (libraryPk: number, name: string) =>
      makeSeries(libraryPk, {
        key: `/${newId()}`,
        name,
        filename: name,
        year: null,
        publisher: null,
      }),
    /** The series of a book that nobody put anywhere, as a scan would find or make it. */
    homeOf: ({ pk: libraryPk, series_strategy }: LibraryRow, book: BookState): number => {
      const home = placeUnopened(series_strategy, book);
      return (
        scanStore.chosen({ library_pk: libraryPk, book_pk: null, key: home.key }) ??
        seriesAt.get(libraryPk, home.key) ??
        makeSeries(libraryPk, home).pk
      );
    },
    move: (bookPk: number, seriesPk: number) =>
      void move.run({ pk: bookPk, series_pk: seriesPk, now: now() }),
    /** Keeps a book in a series; null leaves it to its file again. */
    place: (bookPk: number, seriesPk: number | null) => {
      if (seriesPk === null) unplace.run(bookPk);
      else place.run({ book_pk: bookPk, series_pk: seriesPk });
    },
    setNumbers: (
      pk: number,
      numbers: Record<NumberField, number | null>,
      locked: readonly string[],
    ) => void setNumbers.run({ ...numbers, pk, locked_fields: JSON.stringify(locked), now: now() }),
    /** Sends new books of a folder to a series; null leaves them to the folder again. */
    putFolder: (
      folder: { library_pk: number; path: string; series_pk: number | null },
      changePk: number | null,
    ) => {
      const { series_pk, ...rest } = folder;
      if (series_pk === null) removeFolder.run(rest);
      else putFolder.run({ ...rest, series_pk, change_pk: changePk });
    },
    /** Also those that a scan made of a folder that was renamed. */
    removeFoldersOf: (changePk: number) => void removeFoldersOf.run(changePk),
    /** What a series takes over from one that ends in it; gives what is new to it. */
    inherit: (from: number, into: number) => ({
      collections: inheritCollections.all({ from, into }),
      tracking: inheritTracking.run({ from, into }).changes > 0,
    }),
    disinherit: (of: {
      collections: readonly { collection_pk: number; series_pk: number }[];
      tracking: readonly number[];
    }) => {
      for (const entry of of.collections) leaveCollection.run(entry);
      for (const pk of of.tracking) endTracking.run(pk);
    },
    /** Shows series that have books now and hides those that have none. */
    settle: (pks: readonly number[]): ChangedSeries[] => {
      const list = JSON.stringify(pks);
      const appeared = appear.all(now(), list);
      const ended = end.all(now(), list);
      const known = new Set(appeared.map(({ pk }) => pk));
      const changed = ids.all(list).filter(({ pk }) => !known.has(pk));
      const as = (what: ChangedSeries['what']) => (one: { pk: number; id: string }) => ({
        ...one,
        what,
      });
      return [
        ...appeared.map(as('appeared')),
        ...ended.map(as('ended')),
        ...changed.map(as('changed')),
      ];
    },
  };
};

export type OrganiseWrites = ReturnType<typeof createOrganiseWrites>;
