import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  bookFacets,
  listBookFacets,
  listSeriesFacets,
  seriesFacets,
} from '../../../shared/api/facets.ts';
import { filterBooks } from '../../../shared/api/books.ts';
import { filterSeries } from '../../../shared/api/series.ts';
import { connect } from '../../database/database.ts';
import { seedBook, seedLibrary, seedSeries } from '../../testing/seed.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let octavo: TestServer;
let manga: string;

beforeAll(async () => {
  octavo = await startTestServer();
  const database = connect(join(octavo.dataDir, 'octavo.db'));
  const comics = seedLibrary(database);
  const other = seedLibrary(database, { name: 'Manga', path: '/manga' });
  manga = other.id;
  const gone = '2020-01-01T00:00:00.000Z';
  for (const [name, genres, missing_since] of [
    ['Saga', ['Drama', 'Sci-Fi', 'drama'], null],
    ['Bone', ['drama', 'Émigré'], null],
    ['Gone', ['Lost'], gone],
  ] as const) {
    const columns = {
      genres: JSON.stringify(genres),
      tags: '["x"]',
      labels: '["Family"]',
      publisher: 'Image',
      language: 'en',
      status: 'ended',
      age_rating: 16,
      year: 2012,
      authors: '[{"name":"Ann","role":"writer"},{"name":"Ann","role":"inker"}]',
    };
    const series = seedSeries(database, comics, { name, ...columns, missing_since });
    const { authors, ...rest } = columns;
    seedBook(database, series, {
      title: name,
      missing_since,
      language: 'en',
      release_date: '2012-03-14',
      metadata: JSON.stringify({
        genres,
        tags: ['x'],
        publisher: rest.publisher,
        age_rating: 16,
        authors: JSON.parse(authors) as unknown,
      }),
    });
  }
  seedBook(database, seedSeries(database, other, { name: 'Akira', genres: '["Action"]' }), {});
  database.close();
});
afterAll(() => octavo.stop());

const genres = async (query: object) => {
  const params = { field: 'genre' } as const;
  const { data, total } = await octavo.api.call(listSeriesFacets, { params, query });
  return { found: data.map(({ value, count }) => `${value} ${count}`), total };
};

test('values come with the number of records that have them, whatever their case', async () => {
  expect(await genres({})).toEqual({
    found: ['Drama 2', 'Action 1', 'Sci-Fi 1', 'Émigré 1'],
    total: 4,
  });
  expect(await genres({ sort: 'value,asc', pageSize: 2, page: 2 })).toEqual({
    found: ['Sci-Fi 1', 'Émigré 1'],
    total: 4,
  });
});

test('a library and a part of the value narrow them', async () => {
  expect((await genres({ library_id: manga })).found).toEqual(['Action 1']);
  expect((await genres({ search: 'EMI' })).found).toEqual(['Émigré 1']);
  expect(await genres({ search: 'nowhere' })).toEqual({ found: [], total: 0 });
});

test('every value finds as many records as it counts', async () => {
  for (const field of seriesFacets) {
    const { data } = await octavo.api.call(listSeriesFacets, { params: { field } });
    expect(data.length, field).toBeGreaterThan(0);
    for (const { value, count } of data) {
      const condition = { [field]: { operator: 'is', value } } as never;
      const { total } = await octavo.api.call(filterSeries, { body: { condition } });
      expect([field, value, total]).toEqual([field, value, count]);
    }
  }
  for (const field of bookFacets) {
    const { data } = await octavo.api.call(listBookFacets, { params: { field } });
    expect(data.length, field).toBeGreaterThan(0);
    for (const { value, count } of data) {
      const condition = { [field]: { operator: 'is', value } } as never;
      const { total } = await octavo.api.call(filterBooks, { body: { condition } });
      expect([field, value, total]).toEqual([field, value, count]);
    }
  }
});

test('the values of books are those of one series where it is named', async () => {
  const { data } = await octavo.api.call(filterBooks, { body: {} });
  const series_id = data.find(({ title }) => title === 'Saga')?.series_id ?? '';
  const params = { field: 'genre' } as const;
  const facets = await octavo.api.call(listBookFacets, { params, query: { series_id } });
  expect(facets.data.map(({ value, count }) => `${value} ${count}`)).toEqual([
    'Drama 1',
    'Sci-Fi 1',
  ]);
});
