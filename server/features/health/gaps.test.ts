import { join } from 'node:path';

import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  createTestStore,
  seedBook,
  seedLibrary,
  seedSeries,
  type TestStore,
} from '../../testing/seed.ts';
import { connect } from '../../database/database.ts';
import { createGapWriter } from '../../database/series-gaps.ts';
import { itemsOf } from '../../database/json.ts';
import { createHealthQueries } from './store.ts';

let home: TestStore;
beforeAll(() => {
  home = createTestStore();
});
afterAll(() => home.close());

const values = fc.array(
  fc.option(fc.oneof(fc.integer({ min: 0, max: 9 }), fc.constantFrom(1.5, 6.25, -1, 1990))),
  { minLength: 1, maxLength: 8 },
);

/** The missing whole numbers between two books; years and negative numbers do not count. */
const gapsOf = (numbers: readonly (number | null)[]): string[] => {
  const sorted = numbers
    .filter((value) => value !== null && value >= 0 && value < 1800)
    .toSorted((a, b) => Number(a) - Number(b));
  return sorted.slice(1).flatMap((value, index) => {
    const first = Math.floor(Number(sorted[index])) + 1;
    const last = Math.ceil(Number(value)) - 1;
    return last < first ? [] : [first === last ? `${first}` : `${first}–${last}`];
  });
};

test('a file of several volumes or chapters fills their numbers', () => {
  const library = seedLibrary(home.database);
  const add = (
    name: string,
    books: { volume?: number; number?: number; number_end?: number }[],
  ) => {
    const series = seedSeries(home.database, library, { name });
    for (const [index, book] of books.entries())
      seedBook(home.database, series, { number: null, title: `${name} ${index}`, ...book });
  };
  add('Whole', [{ volume: 1, number_end: 6 }, { volume: 7 }]);
  add('Chapters', [{ number: 1, number_end: 4 }, { number: 3 }, { number: 6 }]);
  const { changes } = home.database.prepare('DELETE FROM series_gaps').run();
  expect(changes).toBe(0);
  createGapWriter(home.database)();
  const found = home.database
    .prepare('SELECT s.name, g.missing FROM series_gaps g JOIN series s ON s.pk = g.series_pk')
    .all();
  expect(found).toEqual([{ name: 'Chapters', missing: '5' }]);
  home.database.exec('DELETE FROM libraries');
});

test('the gaps of a series are those that a plain comparison of its numbers finds', () => {
  const library = seedLibrary(home.database);
  const expected = new Map<string, string>();
  home.database.transaction(() => {
    for (const [index, numbers] of fc
      .sample(values, { seed: 20_261_123, numRuns: 400 })
      .entries()) {
      const asVolumes = index % 3 === 0;
      const series = seedSeries(home.database, library, { name: `Series ${index}` });
      for (const [place, value] of numbers.entries()) {
        const isVolume = asVolumes && value !== null && value < 1000;
        const numbered = isVolume ? { volume: value } : { number: value };
        seedBook(home.database, series, { number: null, title: `Book ${place}`, ...numbered });
      }
      const isOneRow = !asVolumes || numbers.every((value) => value !== null && value < 1000);
      const gaps = gapsOf(numbers);
      if (isOneRow && gaps.length > 0) expected.set(series.id, gaps.join(', '));
      if (!isOneRow) home.database.prepare('DELETE FROM books WHERE series_pk = ?').run(series.pk);
    }
  })();
  const sort = { field: 'title', direction: 'asc' } as const;
  // As in the query worker, whose connection only reads.
  const reading = connect(join(home.dir, 'octavo.db'));
  const queries = createHealthQueries(reading);
  const query = { kind: 'gap', page: 1, pageSize: 500, sort } as const;
  const found = () => new Map(itemsOf(queries.list(query)).map(({ id, detail }) => [id, detail]));
  expect(found()).toEqual(expected);
  expect(expected.size).toBeGreaterThan(100);

  // The same from what a scan stores, and beside it what changed since.
  const { database } = home;
  const changed = () => database.prepare('SELECT count(*) FROM changed_gaps').pluck().get();
  expect(changed()).toBe(400);
  createGapWriter(database)();
  expect(changed()).toBe(0);
  expect(found()).toEqual(expected);

  const [filled = '', emptied = '', gone = ''] = expected.keys();
  const ofSeries = 'series_pk = (SELECT pk FROM series WHERE id = ?)';
  database.prepare(`UPDATE books SET number = NULL, volume = NULL WHERE ${ofSeries}`).run(filled);
  database.prepare(`UPDATE books SET missing_since = 'now' WHERE ${ofSeries}`).run(emptied);
  database.prepare('DELETE FROM series WHERE id = ?').run(gone);
  for (const id of [filled, emptied, gone]) expected.delete(id);
  const added = seedSeries(database, library, { name: 'New' });
  const [first] = [1, 4].map((number) => seedBook(database, added, { number, title: `${number}` }));
  expected.set(added.id, '2–3');
  expect(changed()).toBe(3);
  expect(found()).toEqual(expected);
  createGapWriter(database)();
  expect(found()).toEqual(expected);

  // A volume that holds the chapters makes two rows of numbers.
  database
    .prepare(`INSERT INTO volumes (id, series_pk, number, restarts) VALUES ('v', ?, 1, 1)`)
    .run(added.pk);
  expect(changed()).toBe(1);
  database.prepare('UPDATE books SET title = title_sort WHERE pk = ?').run(first?.pk);
  createGapWriter(database)();
  database.prepare('UPDATE books SET title_sort = title WHERE pk = ?').run(first?.pk);
  expect(changed()).toBe(0);
  reading.close();
});
