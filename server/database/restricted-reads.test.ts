import { afterEach, beforeEach, expect, test } from 'vitest';

import {
  createTestStore,
  seedBook,
  seedLibrary,
  seedSeries,
  seedUser,
  type TestStore,
} from '../testing/seed.ts';

let home: TestStore;
let viewer: number | null;
beforeEach(() => {
  viewer = null;
  home = createTestStore(() => viewer);
});
afterEach(() => home.close());

const restrict = (
  userPk: number,
  { maxAge = null, unrated = 1, all = 1 }: { maxAge?: number | null; unrated?: 0 | 1; all?: 0 | 1 },
) =>
  home.database
    .prepare(`INSERT INTO content_restrictions VALUES (?, ?, ?, ?, '2026-01-01T00:00:00.000Z')`)
    .run(userPk, all, maxAge, unrated);

const names = () =>
  home.database.prepare<[], string>('SELECT name FROM series ORDER BY name').pluck().all();
const library = () =>
  home.database.prepare('SELECT name, series_count, book_count FROM libraries ORDER BY name').all();

test('a person reads only what they can see, whatever changes', () => {
  const { database } = home;
  const child = seedUser(database, { username: 'kim' });
  restrict(child.pk, { maxAge: 12, unrated: 0 });
  const comics = seedLibrary(database);
  const series = seedSeries(database, comics, { name: 'Bone', age_rating: 6 });
  seedSeries(database, comics, { name: 'Preacher', age_rating: 18 });
  seedSeries(database, comics, { name: 'Unrated' });
  seedBook(database, series);
  seedBook(database, series, { number: 2 });
  expect(names()).toEqual(['Bone', 'Preacher', 'Unrated']);
  viewer = child.pk;
  expect(names()).toEqual(['Bone']);
  expect(library()).toEqual([{ name: 'Comics', series_count: 1, book_count: 2 }]);

  database.prepare(`UPDATE series SET age_rating = 12 WHERE name = 'Preacher'`).run();
  expect(names()).toEqual(['Bone', 'Preacher']);
  expect(library()).toEqual([{ name: 'Comics', series_count: 2, book_count: 2 }]);
  database.prepare('DELETE FROM books WHERE number = 2').run();
  expect(library()).toEqual([{ name: 'Comics', series_count: 2, book_count: 1 }]);
  database.prepare(`DELETE FROM series WHERE name = 'Bone'`).run();
  expect(library()).toEqual([{ name: 'Comics', series_count: 1, book_count: 0 }]);
});
