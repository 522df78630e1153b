import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { listBooksInFolder, listFolders } from '../../../shared/api/folders.ts';
import { connect } from '../../database/database.ts';
import { seedBook, seedLibrary, seedSeries } from '../../testing/seed.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let octavo: TestServer;
let library: string;

beforeAll(async () => {
  octavo = await startTestServer();
  const database = connect(join(octavo.dataDir, 'octavo.db'));
  const comics = seedLibrary(database);
  library = comics.id;
  const series = seedSeries(database, comics);
  const elsewhere = seedSeries(database, seedLibrary(database, { name: 'M', path: '/m' }));
  const add = (path: string, columns = {}) =>
    seedBook(database, series, { path, title: path.split('/').at(-1) ?? '', ...columns });
  add('Loose.cbz');
  add('Image/Saga/Saga 1.cbz');
  add('Image/Saga/Saga 2.cbz');
  add('Image/Saga/Saga 3.cbz', { missing_since: '2020-01-01T00:00:00.000Z' });
  add('Image/Image 10/A.cbz');
  add('Image/Image 9/B.cbz');
  add("Image%_/100% it's.cbz");
  add('Image0/next.cbz');
  add('Zoé 進/x.cbz');
  add('Gone/gone.cbz', { missing_since: '2020-01-01T00:00:00.000Z' });
  seedBook(database, elsewhere, { path: 'Image/other.cbz' });
  database.close();
});
afterAll(() => octavo.stop());

const folders = async (query: object = {}) => {
  const { data, total } = await octavo.api.call(listFolders, { params: { id: library }, query });
  return { found: data.map(({ path, book_count }) => `${path} ${book_count}`), total };
};
const books = async (folder?: string) => {
  const query = folder === undefined ? {} : { folder };
  const { data } = await octavo.api.call(listBooksInFolder, { params: { id: library }, query });
  return data.map(({ title }) => title);
};

test('a library shows its first folders with everything below them', async () => {
  expect(await folders()).toEqual({
    found: ['Image 4', 'Image0 1', 'Image%_ 1', 'Zoé 進 1'].toSorted((a, b) =>
      a.localeCompare(b, 'en', { numeric: true }),
    ),
    total: 4,
  });
  expect(await books()).toEqual(['Loose.cbz']);
});

test('folders come in natural order, page by page', async () => {
  expect(await folders({ folder: 'Image' })).toEqual({
    found: ['Image/Image 9 1', 'Image/Image 10 1', 'Image/Saga 2'],
    total: 3,
  });
  expect(await folders({ folder: 'Image', page: 2, pageSize: 2 })).toEqual({
    found: ['Image/Saga 2'],
    total: 3,
  });
});

test('a folder shows its own books only, whatever its name is made of', async () => {
  expect(await books('Image/Saga')).toEqual(['Saga 1.cbz', 'Saga 2.cbz']);
  expect(await books('Image')).toEqual([]);
  expect(await books('Image%_')).toEqual(["100% it's.cbz"]);
  expect(await books('Zoé 進')).toEqual(['x.cbz']);
  expect(await books('Gone')).toEqual([]);
  expect(await books('../Image/Saga')).toEqual([]);
});

test('a folder shows the first of its present books as its cover, and a renamed one at once', async () => {
  const read = async () =>
    (await octavo.api.call(listFolders, { params: { id: library }, query: { folder: 'Image' } }))
      .data;
  const database = connect(join(octavo.dataDir, 'octavo.db'));
  const idOf = (path: string) =>
    database.prepare<[string], string>('SELECT id FROM books WHERE path = ?').pluck().get(path);
  const rename = (before: string, after: string) =>
    database.prepare('UPDATE books SET path = ? WHERE path = ?').run(after, before);
  expect((await read()).at(-1)).toEqual({
    name: 'Saga',
    path: 'Image/Saga',
    book_count: 2,
    cover_book_id: idOf('Image/Saga/Saga 1.cbz'),
  });
  rename('Image/Saga/Saga 1.cbz', 'Image/Tales/Saga 1.cbz');
  expect((await read()).slice(-2)).toMatchObject([
    { name: 'Saga', book_count: 1, cover_book_id: idOf('Image/Saga/Saga 2.cbz') },
    { name: 'Tales', book_count: 1 },
  ]);
  rename('Image/Tales/Saga 1.cbz', 'Image/Saga/Saga 1.cbz');
  database.close();
});

test('a missing library is reported', async () => {
  const params = { id: crypto.randomUUID() };
  for (const endpoint of [listFolders, listBooksInFolder] as const) {
    await expect(octavo.api.call(endpoint as typeof listFolders, { params })).rejects.toMatchObject(
      {
        code: 'NotFound',
      },
    );
  }
});
