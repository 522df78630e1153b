import type { ReadList } from '../../../shared/api/read-lists.ts';
import type { Database } from '../../database/types.ts';
import { createOrderedLists } from '../../database/ordered-lists.ts';
import { foldedValue } from '../../database/search-index.ts';

/** A candidate book for an entry of a CBL file. */
export interface Candidate {
  id: string;
  title: string;
  filename: string;
  series_id: string;
  series_name: string;
  /** Release date of the series. */
  series_release_date: string | null;
  number: number | null;
  volume: number | null;
  release_year: number | null;
  /** Start year of the series. */
  series_year: number | null;
}

export type ReadListsStore = ReturnType<typeof createReadListsStore>;

const columns = `b.id, b.title, b.filename, s.id AS series_id, s.name AS series_name,
  s.release_date AS series_release_date, b.number, b.volume,
  CAST(substr(b.release_date, 1, 4) AS INTEGER) AS release_year, s.year AS series_year`;

export const createReadListsStore = (database: Database) => {
  const candidates = database.prepare<[string], Candidate>(
    `SELECT ${columns} FROM series_values v CROSS JOIN series s ON s.pk = v.pk
     CROSS JOIN books b ON b.series_pk = s.pk AND b.missing_since IS NULL
     WHERE v.field = 'name' AND v.value = ? ORDER BY b.number_key, b.title_key, b.pk`,
  );
  const exported = database.prepare<[string], Candidate>(
    `SELECT ${columns}
     FROM json_each(?) wanted CROSS JOIN books b ON b.id = wanted.value
     CROSS JOIN series s ON s.pk = b.series_pk ORDER BY wanted.key`,
  );
  const firstReadable = database
    .prepare<[string], string>(
      `SELECT b.id FROM json_each(?) wanted CROSS JOIN books b ON b.id = wanted.value
       WHERE b.error IS NULL ORDER BY wanted.key LIMIT 1`,
    )
    .pluck();
  return {
    ...createOrderedLists<ReadList>(database, {
      lists: 'read_lists',
      entries: 'read_list_books',
      list_pk: 'read_list_pk',
      member_pk: 'book_pk',
      members: 'books',
      count: 'book_count',
      columns: ['summary'],
      byName: ['m.title_key', 'm.number_key', 'm.pk'],
    }),
    /** Present books of the series with a name, ignoring case and diacritics. */
    booksOfSeriesNamed: (name: string): Candidate[] => candidates.all(foldedValue(name)),
    /** The first book whose file can be read; null if there is none. */
    firstReadable: (ids: readonly string[]): string | null =>
      firstReadable.get(JSON.stringify(ids)) ?? null,
    /** In the order of the ids. */
    exported: (ids: readonly string[]): Candidate[] => exported.all(JSON.stringify(ids)),
  };
};
