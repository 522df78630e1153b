import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { connect } from '../../database/database.ts';
import { seedBook, seedLibrary, seedSeries } from '../../testing/seed.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let octavo: TestServer;
beforeAll(async () => {
  octavo = await startTestServer();
  const database = connect(join(octavo.dataDir, 'octavo.db'));
  database.transaction(() => {
    const library = seedLibrary(database);
    for (const name of ['The Éclair', 'Eclipse', 'Fable', 'Tundra', '24 Hours', '第一巻']) {
      seedBook(database, seedSeries(database, library, { name }), { title: name });
    }
  })();
  database.close();
});
afterAll(() => octavo.stop());

const feedAt = async (path: string) => {
  const response = await fetch(new URL(`/opds/v2${path}`, octavo.url), {
    headers: { authorization: `Bearer ${octavo.token}` },
  });
  const feed = (await response.json()) as {
    navigation?: { title: string; href: string }[];
    publications?: { metadata: { title: string } }[];
  };
  return { status: response.status, ...feed };
};

test.each([
  ['E', ['The Éclair', 'Eclipse']],
  ['t', ['Tundra']],
  ['Z', []],
  ['#', ['24 Hours', '第一巻']],
])('%s leads to what is filed there, by the name to sort by', async (letter, expected) => {
  const query = `?letter=${encodeURIComponent(letter)}`;
  const books = await feedAt(`/books${query}`);
  expect((books.publications ?? []).map(({ metadata }) => metadata.title)).toEqual(expected);
  const series = await feedAt(`/series${query}`);
  expect((series.navigation ?? []).map(({ title }) => title)).toEqual(expected);
});

test('each letter is a feed, for programs that know no facets', async () => {
  const { navigation = [] } = await feedAt('/series/letters');
  expect(navigation).toHaveLength(27);
  const eclair = navigation.find(({ title }) => title === 'E');
  const found = await feedAt((eclair?.href ?? '').replace('/opds/v2', ''));
  expect(found.navigation?.map(({ title }) => title)).toEqual(['The Éclair', 'Eclipse']);
});

test('anything but a letter is refused', async () => {
  for (const letter of ['AB', '1', '%']) {
    expect((await feedAt(`/books?letter=${encodeURIComponent(letter)}`)).status).toBe(400);
  }
});
