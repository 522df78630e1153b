import type { Database } from '../../database/database.ts';
import { newId, now } from '../../database/ids.ts';
import { createHomes } from '../../scanner/homes.ts';
import type { NumberField } from './plan.ts';

/** The writes of organising; all of them run inside one transaction of the caller. */
export const createOrganiseWrites = (database: Database) => {
  const homes = createHomes(database);
  const place = database.prepare<{ book_pk: number; series_pk: number }>(
    `INSERT INTO book_placements (book_pk, series_pk) VALUES (@book_pk, @series_pk)
     ON CONFLICT (book_pk) DO UPDATE SET series_pk = excluded.series_pk`,
  );
  const unplace = database.prepare<[number]>('DELETE FROM book_placements WHERE book_pk = ?');
  const setNumbers = database.prepare(
    `UPDATE books SET number = @number, volume = @volume, chapter = @chapter,
       locked_fields = @locked_fields, file_values = @file_values, modified_at = @now WHERE pk = @pk`,
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

  return {
    ...homes,
    /** A series that no folder makes. Its path is one that no file can have: it begins with a slash. */
    makeNamedSeries: (libraryPk: number, name: string): number =>
      homes.make(libraryPk, {
        key: `/${newId()}`,
        name,
        filename: name,
        year: null,
        publisher: null,
      }),
    /** Keeps a book in a series; null leaves it to its file again. */
    place: (bookPk: number, seriesPk: number | null) => {
      if (seriesPk === null) unplace.run(bookPk);
      else place.run({ book_pk: bookPk, series_pk: seriesPk });
    },
    /** Locks belong to numbers as they do to edits, with what the file says kept beside them. */
    setNumbers: (
      pk: number,
      numbers: Record<NumberField, number | null>,
      { locked, fileValues }: { locked: readonly string[]; fileValues: Record<string, unknown> },
    ) => {
      const texts = {
        locked_fields: JSON.stringify([...locked].sort()),
        file_values: JSON.stringify(fileValues),
      };
      const { number, volume, chapter } = numbers;
      setNumbers.run({ number, volume, chapter, ...texts, pk, now: now() });
    },
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
  };
};

export type OrganiseWrites = ReturnType<typeof createOrganiseWrites>;
