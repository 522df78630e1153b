import type { Database } from '../../database/types.ts';

export interface BookFileRow {
  pk: number;
  id: string;
  series_pk: number;
  path: string;
  format: string;
  file_size: number;
  file_modified_ms: number;
  number: number | null;
  volume: number | null;
  locked_fields: string;
  file_values: string;
  missing_since: string | null;
}

const bookColumns = `pk, id, series_pk, path, format, file_size, file_modified_ms, number, volume,
  locked_fields, file_values, missing_since`;

/** Access to books whose files an intake adds, replaces or restores. */
export const createIntakeBooks = (database: Database) => {
  const book = database.prepare<[number], BookFileRow>(
    `SELECT ${bookColumns} FROM books WHERE pk = ?`,
  );
  const bookAt = database.prepare<[number, string], BookFileRow>(
    `SELECT ${bookColumns} FROM books WHERE library_pk = ? AND path = ?`,
  );
  const binnedOf = database
    .prepare<[number, string], string>(
      `SELECT id FROM binned_files WHERE book_pk = ? AND path = ? AND reason = 'replaced'
       ORDER BY pk DESC LIMIT 1`,
    )
    .pluck();
  const freePath = database.prepare<{ library_pk: number; path: string; pk: number }>(
    `UPDATE books SET path = path || char(0) || pk
     WHERE library_pk = @library_pk AND path = @path AND pk <> @pk`,
  );
  const setPath = database.prepare<{ pk: number; path: string }>(
    'UPDATE books SET path = @path WHERE pk = @pk',
  );
  const assign = database.prepare<{ book_pk: number; series_pk: number }>(
    `INSERT INTO book_placements (book_pk, series_pk) VALUES (@book_pk, @series_pk)
     ON CONFLICT (book_pk) DO UPDATE SET series_pk = excluded.series_pk`,
  );
  const setNumbers = database.prepare<{
    pk: number;
    number: number | null;
    volume: number | null;
    locked_fields: string;
    file_values: string;
  }>(
    `UPDATE books SET number = @number, volume = @volume, locked_fields = @locked_fields,
       file_values = @file_values WHERE pk = @pk`,
  );
  return {
    book: (pk: number) => book.get(pk),
    bookAt: (libraryPk: number, path: string) => bookAt.get(libraryPk, path),
    /** The previous file of a book in the bin. */
    binnedOf: (bookPk: number, path: string) => binnedOf.get(bookPk, path),
    /** Changes the path of a book, even to that of a missing one. */
    setPath: (libraryPk: number, pk: number, path: string): void => {
      database
        .transaction(() => {
          freePath.run({ library_pk: libraryPk, path, pk });
          setPath.run({ pk, path });
        })
        .immediate();
    },
    place: (bookPk: number, seriesPk: number): void =>
      void assign.run({ book_pk: bookPk, series_pk: seriesPk }),
    /** Numbers that a person chose, locked as an edit does. */
    setNumbers: (
      { pk, locked_fields, file_values, ...own }: BookFileRow,
      chosen: { number: number | null; volume: number | null },
    ): void => {
      const locked = new Set([...(JSON.parse(locked_fields) as string[]), 'number', 'volume']);
      const values = JSON.parse(file_values) as Record<string, unknown>;
      setNumbers.run({
        pk,
        ...chosen,
        locked_fields: JSON.stringify([...locked].sort()),
        file_values: JSON.stringify({ number: own.number, volume: own.volume, ...values }),
      });
    },
  };
};
