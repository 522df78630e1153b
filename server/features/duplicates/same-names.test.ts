import { afterEach, beforeEach, expect, test } from 'vitest';

import { createTestStore, seedLibrary, seedSeries, type TestStore } from '../../testing/seed.ts';
import { createDuplicatesStore } from './store.ts';

let home: TestStore;
beforeEach(() => {
  home = createTestStore();
});
afterEach(() => home.close());

const list = (page = 1, pageSize = 20) =>
  createDuplicatesStore(home.database).sameNames({
    page,
    pageSize,
    sort: { field: 'name', direction: 'asc' },
  });

test('series of the same title are listed together, whatever their case, accents and library', () => {
  const { database } = home;
  const comics = seedLibrary(database, { name: 'Comics', path: '/comics' });
  const manga = seedLibrary(database, { name: 'Manga', path: '/manga' });
  seedSeries(database, comics, { name: 'Saga' });
  seedSeries(database, manga, { name: 'SAGA' });
  seedSeries(database, manga, { name: 'Élan' });
  seedSeries(database, comics, { name: 'elan' });
  seedSeries(database, comics, { name: 'Alone' });
  const missing_since = '2026-01-01T00:00:00.000Z';
  seedSeries(database, manga, { name: 'Alone', path: 'gone', missing_since });
  const { data, total } = list();
  expect(total).toBe(2);
  expect(
    data.map(({ name, series }) => [
      name,
      ...series.map((item) => `${item.library_name}: ${item.name}`),
    ]),
  ).toEqual([
    ['Élan', 'Comics: elan', 'Manga: Élan'],
    ['Saga', 'Comics: Saga', 'Manga: SAGA'],
  ]);
  expect(list(2, 1).data.map(({ name }) => name)).toEqual(['Saga']);
});
