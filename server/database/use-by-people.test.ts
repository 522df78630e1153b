import { expect, test } from 'vitest';

import { createTestStore } from '../testing/seed.ts';
import { changedByOctavo, usedByPeople } from './use-by-people.ts';

/** Tables that scans and tasks fill, or that a row elsewhere always accompanies. */
const others = {
  books: [
    ...['book_credits', 'book_formats', 'book_pages', 'book_sidecars', 'book_signatures'],
    ...['book_values', 'file_checks', 'former_document_hashes', 'place_questions', 'similar_books'],
    'series_departures',
  ],
  series: [
    ...['book_placements', 'books', 'changed_gaps', 'releases', 'series_credits', 'series_folders'],
    ...['series_departures', 'series_gaps', 'series_values', 'stale_series', 'user_series'],
    'volumes',
  ],
  libraries: [
    ...['allowed_libraries', 'books', 'conversions', 'intakes', 'metadata_writes'],
    ...['repeated_pages', 'scan_reports', 'scans'],
    ...['series', 'series_folders', 'unsupported_files', 'visible_libraries'],
  ],
};

test('each table that is deleted with a book, series or library counts as use of it, or not', () => {
  const store = createTestStore();
  const { books, series, booksOrSeries, libraries } = usedByPeople;
  const known: Record<keyof typeof others, readonly string[]> = {
    books: [...books, ...booksOrSeries, ...changedByOctavo, ...others.books],
    series: [...series, ...booksOrSeries, ...others.series],
    libraries: [...libraries, 'binned_files', ...others.libraries],
  };
  const deleted = store.database
    .prepare<[string], string>(
      `SELECT DISTINCT m.name FROM sqlite_schema m JOIN pragma_foreign_key_list(m.name) f
       WHERE m.type = 'table' AND f."table" = ? AND f.on_delete = 'CASCADE'`,
    )
    .pluck();
  for (const [table, names] of Object.entries(known)) {
    const unknown = deleted.all(table).filter((name) => !names.includes(name));
    expect([table, unknown]).toEqual([table, []]);
  }
  store.close();
});
