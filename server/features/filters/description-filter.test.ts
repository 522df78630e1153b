import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { filterBooks } from '../../../shared/api/books.ts';
import { filterSeries } from '../../../shared/api/series.ts';
import { connect } from '../../database/database.ts';
import { seedBook, seedLibrary, seedSeries } from '../../testing/seed.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let octavo: TestServer;

beforeAll(async () => {
  octavo = await startTestServer();
  const database = connect(join(octavo.dataDir, 'octavo.db'));
  const library = seedLibrary(database);
  for (const [name, summary, release_date] of [
    ['Élan', 'A détective in Paris', '2001-05-01'],
    ['Saga', 'Two soldiers', null],
    ['Akira', null, '2019-01-01'],
  ] as const) {
    const series = seedSeries(database, library, { name, summary });
    seedBook(database, series, { title: name, summary, release_date });
  }
  database.close();
});
afterAll(() => octavo.stop());

const summary = (operator: string, value?: string) =>
  ({ summary: { operator, ...(value === undefined ? {} : { value }) } }) as never;
const series = async (condition: never) =>
  (await octavo.api.call(filterSeries, { body: { condition } })).data.map(({ name }) => name);
const books = async (condition: never) =>
  (await octavo.api.call(filterBooks, { body: { condition } })).data.map(({ title }) => title);

test.each([
  ['contains', 'DETECTIVE', ['Élan']],
  ['beginsWith', 'two', ['Saga']],
  ['isNull', undefined, ['Akira']],
  ['isNotNull', undefined, ['Élan', 'Saga']],
  ['contains', 'nowhere', []],
] as const)('a description that %s %s is found', async (operator, value, expected) => {
  const condition = summary(operator, value);
  expect((await series(condition)).sort()).toEqual([...expected].sort());
  expect((await books(condition)).sort()).toEqual([...expected].sort());
});

test('books are sorted by release, those without a date last', async () => {
  for (const [sort, expected] of [
    ['release_date,desc', ['Akira', 'Élan', 'Saga']],
    ['release_date,asc', ['Élan', 'Akira', 'Saga']],
  ] as const) {
    const { data } = await octavo.api.call(filterBooks, { query: { sort }, body: {} });
    expect(data.map(({ title }) => title)).toEqual(expected);
  }
});
