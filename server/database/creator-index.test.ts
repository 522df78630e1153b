import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  createTestStore,
  seedBook,
  seedLibrary,
  seedSeries,
  type TestStore,
} from '../testing/seed.ts';
import { fillCreators } from './creator-index.ts';

let store: TestStore;
beforeAll(() => {
  store = createTestStore();
});
afterAll(() => store.close());

const authors = (...credits: [name: string, role: string][]) =>
  JSON.stringify(credits.map(([name, role]) => ({ name, role })));
const creators = () =>
  store.database
    .prepare(
      `SELECT c.name, c.name_sort, c.series_count, c.book_count,
         (SELECT group_concat(role || ' ' || r.series_count || ' ' || r.book_count, ', ')
          FROM creator_roles r WHERE r.creator_pk = c.pk) AS roles
       FROM creators c ORDER BY c.name_key`,
    )
    .all();
const run = (sql: string, ...values: unknown[]) => store.database.prepare(sql).run(...values);

test('creators follow every change of series and books', () => {
  const library = seedLibrary(store.database);
  const saga = seedSeries(store.database, library, {
    authors: authors(['Brian K. Vaughan', 'Writer'], ['Fiona Staples', 'penciller']),
  });
  const book = seedBook(store.database, saga, {
    metadata: `{"authors":${authors(['fiona  staples', 'penciler'], ['Fiona Staples', 'cover artist'], ['', 'editor'])}}`,
  });
  const vaughan = { name: 'Brian K. Vaughan', name_sort: 'Vaughan, Brian K.', roles: 'writer 1 0' };
  const before = [
    {
      name: 'Fiona Staples',
      name_sort: 'Staples, Fiona',
      series_count: 1,
      book_count: 1,
      roles: 'cover 0 1, penciller 1 1',
    },
    { ...vaughan, series_count: 1, book_count: 0 },
  ];
  expect(creators()).toEqual(before);
  fillCreators(store.database);
  expect(creators()).toEqual(before);

  // Missing, and there again.
  run('UPDATE books SET missing_since = ? WHERE pk = ?', '2026-01-01T00:00:00.000Z', book.pk);
  expect(creators()).toMatchObject([{ book_count: 0, roles: 'penciller 1 0' }, vaughan]);
  run('UPDATE books SET missing_since = NULL WHERE pk = ?', book.pk);
  expect(creators()).toEqual(before);

  // Changed, and deleted with its series.
  const ids = store.database.prepare('SELECT id FROM creators WHERE name = ?').pluck();
  const id = ids.get('Brian K. Vaughan');
  run('UPDATE series SET authors = ? WHERE pk = ?', authors(['Ann Author', 'writer']), saga.pk);
  expect(creators()).toMatchObject([
    { name: 'Ann Author' },
    { name: 'Fiona Staples', series_count: 0, book_count: 1 },
  ]);
  run(
    'UPDATE series SET authors = ? WHERE pk = ?',
    authors(['BRIAN K VAUGHAN', 'writer']),
    saga.pk,
  );
  expect(ids.get('BRIAN K VAUGHAN')).toBe(id);
  const other = seedSeries(store.database, library, { name: 'Other' });
  run('UPDATE books SET series_pk = ? WHERE pk = ?', other.pk, book.pk);
  run('DELETE FROM series WHERE pk = ?', saga.pk);
  expect(creators()).toMatchObject([{ name: 'Fiona Staples', book_count: 1 }]);
  run('DELETE FROM libraries WHERE pk = ?', library.pk);
  expect(creators()).toEqual([]);
  expect(store.database.prepare('SELECT count(*) FROM creator_roles').pluck().get()).toBe(0);
});
