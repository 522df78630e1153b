import { newId } from '../../database/ids.ts';
import type { Database } from '../../database/types.ts';
import { volumeTitleOf } from '../../media/filename-parser/parse-name.ts';
import { planVolumes, volumeNumberOf, type NumberedBook } from './volume-plan.ts';

/** The fields of a present book that its volume needs. */
export interface BookOfVolume extends NumberedBook {
  pk: number;
  path: string;
  volume_pk: number | null;
  position: number | null;
}

/** Columns of `BookOfVolume`. */
export const volumeColumns = 'pk, path, number, volume, chapter, volume_pk, position';

interface VolumeRow {
  pk: number;
  number: number;
  file_title: string | null;
  is_manual: number;
  is_dissolved: number;
  restarts: number;
}

/** Keeps the volumes of series. */
export const createVolumeWriter = (database: Database) => {
  const booksOf = database.prepare<[number], BookOfVolume>(
    `SELECT ${volumeColumns} FROM books WHERE series_pk = ? AND missing_since IS NULL
     ORDER BY coalesce(number, 1e12), title_key, pk`,
  );
  const volumesOf = database.prepare<[number], VolumeRow>(
    `SELECT pk, number, file_title, is_manual, is_dissolved, restarts FROM volumes
     WHERE series_pk = ?`,
  );
  const insert = database.prepare<[string, number, number]>(
    'INSERT INTO volumes (id, series_pk, number) VALUES (?, ?, ?)',
  );
  const describe = database.prepare<{ pk: number; file_title: string | null; restarts: number }>(
    'UPDATE volumes SET file_title = @file_title, restarts = @restarts WHERE pk = @pk',
  );
  const assign = database.prepare<{
    pk: number;
    volume_pk: number | null;
    position: number | null;
  }>('UPDATE books SET volume_pk = @volume_pk, position = @position WHERE pk = @pk');
  // A volume that people changed comes back as it was; one of a missing book with its book.
  const prune = database.prepare<[number]>(
    `DELETE FROM volumes WHERE series_pk = ? AND title IS NULL AND cover_book_pk IS NULL
       AND is_manual = 0 AND is_dissolved = 0
       AND NOT EXISTS (SELECT 1 FROM books b WHERE b.volume_pk = volumes.pk)`,
  );

  /**
   * Assigns the present books of a series to its volumes, which are made if new, and ranks them.
   * Only inside a transaction.
   */
  const refreshVolumes = (seriesPk: number, inOrder?: readonly BookOfVolume[]): void => {
    const isConcerned = (book: BookOfVolume) =>
      volumeNumberOf(book) !== null || book.volume_pk !== null || book.position !== null;
    if (inOrder?.some(isConcerned) === false) return;
    const books = booksOf.all(seriesPk);
    const rows = volumesOf.all(seriesPk);
    const numbersOf = (which: (row: VolumeRow) => boolean) =>
      new Set(rows.filter(which).map(({ number }) => number));
    const plan = planVolumes(books, {
      dissolved: numbersOf(({ is_dissolved }) => is_dissolved === 1),
      manual: numbersOf(({ is_manual, is_dissolved }) => is_manual > is_dissolved),
    });
    const known = new Map(rows.map((row) => [row.number, row]));
    const pks = new Map<number, number>();
    for (const [index, number] of plan.volumes.entries()) {
      if (number === null || pks.has(number)) continue;
      const row = known.get(number);
      const pk = row?.pk ?? Number(insert.run(newId(), seriesPk, number).lastInsertRowid);
      pks.set(number, pk);
      const file_title = volumeTitleOf(books[index]?.path ?? '');
      const restarts = Number(plan.restarts);
      if (row?.file_title !== file_title || row.restarts !== restarts)
        describe.run({ pk, file_title, restarts });
    }
    for (const [index, book] of books.entries()) {
      const number = plan.volumes[index] ?? null;
      const volume_pk = number === null ? null : (pks.get(number) ?? null);
      const position = plan.positions?.[index] ?? null;
      if (volume_pk !== book.volume_pk || position !== book.position)
        assign.run({ pk: book.pk, volume_pk, position });
    }
    if (rows.length > pks.size || rows.some(({ number }) => !pks.has(number))) prune.run(seriesPk);
  };

  return { refreshVolumes };
};
