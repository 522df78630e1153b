import type { Database } from '../../database/types.ts';
import { newId, isoNow } from '../../database/ids.ts';
import { createInheritedLimits } from '../../scanner/series/inherited-limits.ts';
import { createSeriesAssignment } from '../../scanner/series/series-assignment.ts';
import { createSeriesInheritance } from '../../scanner/series/series-inheritance.ts';
import type { NumberField } from './plan.ts';
import type { VolumeState } from './types.ts';

/** Writes of organising; all run inside one transaction of the caller. */
export const createOrganiseMutations = (database: Database) => {
  const homes = createSeriesAssignment(database);
  const limits = createInheritedLimits(database);
  const inheritance = createSeriesInheritance(database);
  const assign = database.prepare<{ book_pk: number; series_pk: number }>(
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
  const putVolume = database.prepare<VolumeState & { id: string; series_pk: number }>(
    `INSERT INTO volumes (id, series_pk, number, title, cover_book_pk, is_manual, is_dissolved)
     VALUES (@id, @series_pk, @number, @title, @cover_book_pk, @is_manual, @is_dissolved)
     ON CONFLICT (id) DO UPDATE SET number = excluded.number, title = excluded.title,
       cover_book_pk = excluded.cover_book_pk, is_manual = excluded.is_manual,
       is_dissolved = excluded.is_dissolved`,
  );
  const removeVolume = database.prepare<[string]>('DELETE FROM volumes WHERE id = ?');

  return {
    ...homes,
    /** Makes or changes a volume; null deletes it. */
    putVolume: (id: string, seriesPk: number, state: VolumeState | null): void => {
      if (state === null) removeVolume.run(id);
      else putVolume.run({ ...state, id, series_pk: seriesPk });
    },
    /**
     * Creates a series without a folder. Its path begins with a slash, which no relative file path
     * does.
     */
    makeNamedSeries: (libraryPk: number, name: string): number =>
      homes.make(libraryPk, {
        key: `/${newId()}`,
        name,
        filename: name,
        year: null,
        publisher: null,
      }),
    /** Assigns a book to a series manually; null returns it to the series of its file. */
    place: (bookPk: number, seriesPk: number | null) => {
      if (seriesPk === null) unplace.run(bookPk);
      else assign.run({ book_pk: bookPk, series_pk: seriesPk });
    },
    /** Locks numbers like edits do, keeping the values from the file beside them. */
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
      setNumbers.run({ number, volume, chapter, ...texts, pk, now: isoNow() });
    },
    /** Assigns a folder's new books to a series; null returns them to the folder's own. */
    putFolder: (
      folder: { library_pk: number; path: string; series_pk: number | null },
      changePk: number | null,
    ) => {
      const { series_pk, ...rest } = folder;
      if (series_pk === null) removeFolder.run(rest);
      else putFolder.run({ ...rest, series_pk, change_pk: changePk });
    },
    /** Includes those that a scan derived from a renamed folder. */
    removeFoldersOf: (changePk: number) => void removeFoldersOf.run(changePk),
    /** Labels and ratings set by hand, so that books stay hidden in another series. */
    takeLimits: limits.apply,
    /** Gives a series what people decided about one that is merged into it. */
    inherit: inheritance.take,
    disinherit: inheritance.giveBack,
    giveBackLimits: limits.undo,
  };
};

export type OrganiseMutations = ReturnType<typeof createOrganiseMutations>;
