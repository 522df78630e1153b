import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Book, compactBookSchema } from '../../../shared/api/book-record.ts';
import { updateProgress } from '../../../shared/api/progress.ts';
import { listBooksOfSeries, listCompactBooks } from '../../../shared/api/series.ts';
import { maxIds } from '../../../shared/limits.ts';
import { connect } from '../../database/database.ts';
import { restrict } from '../../testing/restrictions.ts';
import {
  seedBook,
  seedLibrary,
  seedSeries,
  type SeededBook,
  type SeededSeries,
} from '../../testing/seed.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { addUser } from '../../testing/users.ts';

/** More than are listed in the main thread. */
const many = 2100;

let octavo: TestServer;
let short: SeededSeries;
let long: SeededSeries;
let begun: SeededBook;

beforeAll(async () => {
  octavo = await startTestServer();
  const database = connect(join(octavo.dataDir, 'octavo.db'));
  database.transaction(() => {
    const library = seedLibrary(database);
    short = seedSeries(database, library, { name: 'Saga' });
    long = seedSeries(database, library, { name: 'Pile' });
    begun = seedBook(database, short, {
      number: 2,
      volume: 2,
      metadata: JSON.stringify({ authors: [{ name: 'Ada', role: 'writer' }] }),
    });
    seedBook(database, short, { number: 10, error: 'The archive is cut off.' });
    seedBook(database, short, { number: 1, number_end: 1.5, cover_ratio: 0.66 });
    seedBook(database, short, { number: 3, missing_since: '2020-01-01T00:00:00.000Z' });
    for (let number = many; number > 0; number -= 1) {
      seedBook(database, long, { number, path: `Pile/${String(number)}.cbz` });
    }
  })();
  database.close();
  await octavo.api.call(updateProgress, { params: { id: begun.id }, body: { current_page: 4 } });
});
afterAll(() => octavo.stop());

const compact = async ({ id }: SeededSeries, query = {}) =>
  octavo.api.call(listCompactBooks, { params: { id }, query });
const books = async ({ id }: SeededSeries, query = {}) =>
  octavo.api.call(listBooksOfSeries, { params: { id }, query });

const shortened = ({ progress, ...book }: Book) => compactBookSchema.parse({ ...book, progress });

describe.each([
  ['a short series', () => short, 3],
  ['a series that is read in a thread', () => long, many],
] as const)('the compact records of %s', (_, seriesOf, count) => {
  test('say of all books at once what their full records say', async () => {
    const { data, total, totalPages } = await compact(seriesOf(), { pageSize: maxIds });
    const records: Book[] = [];
    for (let page = 1; records.length < count; page += 1) {
      records.push(...(await books(seriesOf(), { page, pageSize: 500 })).data);
    }
    expect({ total, totalPages }).toEqual({ total: count, totalPages: 1 });
    expect(data).toEqual(records.map(shortened));
  });

  test('have pages and a reverse order', async () => {
    const { data } = await compact(seriesOf(), { pageSize: maxIds });
    const last = await compact(seriesOf(), { page: count, pageSize: 1 });
    const reversed = await compact(seriesOf(), { pageSize: maxIds, sort: 'number,desc' });
    expect(last.data).toEqual([data.at(-1)]);
    expect(reversed.data).toEqual(data.toReversed());
  });

  test('are not there for a person who cannot see the series', async () => {
    const username = `guest ${String(count)}`;
    const headers = await addUser(octavo.dataDir, { username, role: 'reader' });
    const database = connect(join(octavo.dataDir, 'octavo.db'));
    const pk = database
      .prepare<[string], number>('SELECT pk FROM users WHERE username = ?')
      .pluck();
    restrict(database, pk.get(username) ?? 0, { libraries: [] });
    database.close();
    const path = `/series/${seriesOf().id}/books/compact?pageSize=${String(maxIds)}`;
    expect((await octavo.request(path, { headers })).status).toBe(404);
  });
});

test('a compact record has no path and no text', async () => {
  const { data } = await compact(short);
  expect(data.map(({ number, writers }) => [number, writers])).toEqual([
    [1, []],
    [2, ['Ada']],
    [10, []],
  ]);
  const [, book] = data;
  expect(book?.progress).toMatchObject({ current_page: 4, percentage: 0.4, is_completed: false });
  expect(Object.keys(book ?? {})).not.toEqual(
    expect.arrayContaining(['path', 'filename', 'summary']),
  );
});
