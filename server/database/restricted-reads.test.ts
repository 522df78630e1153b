import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { fillLabelKeys } from './label-keys.ts';
import { restrict, type TestRestrictions } from '../testing/restrictions.ts';
import {
  createTestStore,
  seedBook,
  seedLibrary,
  seedSeries,
  seedUser,
  type SeededLibrary,
  type TestStore,
} from '../testing/seed.ts';

let home: TestStore;
let viewer: number | null;
let child: number;
let comics: SeededLibrary;
beforeEach(() => {
  viewer = null;
  home = createTestStore(() => viewer);
  child = seedUser(home.database, { username: 'kim' }).pk;
  comics = seedLibrary(home.database);
});
afterEach(() => home.close());

const run = (sql: string, ...parameters: (string | number | null)[]) =>
  home.database.prepare(sql).run(...parameters);
const texts = (sql: string) => home.database.prepare<[], string>(sql).pluck().all();
const names = () => texts('SELECT name FROM series ORDER BY name');
/** Names, numbers of series and of books. */
const libraries = () =>
  home.database
    .prepare<[], string>(
      `SELECT name || ' ' || series_count || ' ' || book_count FROM libraries ORDER BY name`,
    )
    .pluck()
    .all();
const limit = (restrictions: TestRestrictions) => {
  restrict(home.database, child, restrictions);
  viewer = child;
};
const add = (
  name: string,
  { rating = null, labels = [] }: { rating?: number | null; labels?: string[] } = {},
) =>
  seedSeries(home.database, comics, { name, age_rating: rating, labels: JSON.stringify(labels) });

describe('a person', () => {
  test('without restrictions sees everything', () => {
    add('Preacher', { rating: 18 });
    expect(names()).toEqual(['Preacher']);
  });

  test.each([
    { showsUnrated: true, shown: ['Bone', 'Unrated'] },
    { showsUnrated: false, shown: ['Bone'] },
  ])('with an upper age of 12 sees $shown', ({ showsUnrated, shown }) => {
    add('Bone', { rating: 12 });
    add('Preacher', { rating: 13 });
    add('Unrated');
    limit({ maxAge: 12, showsUnrated });
    expect(names()).toEqual(shown);
  });

  test.each<[TestRestrictions, string[]]>([
    [{ denied: ['adults'] }, ['German', 'Kids', 'None']],
    [{ allowed: ['kids'] }, ['Both', 'Kids']],
    // Deny wins.
    [{ allowed: ['Kids'], denied: ['ADULTS'] }, ['Kids']],
    [{ denied: ['ÜBER 18'] }, ['Adults', 'Both', 'Kids', 'None']],
    [{ allowed: ['ÜBER 18'] }, ['German']],
  ])('with the labels %j sees %j', (labels, shown) => {
    add('Kids', { labels: ['kids', 'other'] });
    add('Adults', { labels: ['Adults'] });
    add('Both', { labels: ['kids', 'adults'] });
    add('None');
    add('German', { labels: ['über 18'] });
    limit(labels);
    expect(names()).toEqual(shown);
  });

  test('with chosen libraries sees no other, and no new one', () => {
    add('Bone');
    const manga = seedLibrary(home.database, { name: 'Manga', path: '/manga' });
    const akira = seedSeries(home.database, manga, { name: 'Akira' });
    limit({ libraries: [comics.pk] });
    expect(names()).toEqual(['Bone']);
    const novels = seedLibrary(home.database, { name: 'Novels', path: '/novels' });
    seedSeries(home.database, novels, { name: 'Emma' });
    expect([names(), libraries()]).toEqual([['Bone'], ['Comics 1 0']]);
    run('UPDATE series SET library_pk = ? WHERE pk = ?', comics.pk, akira.pk);
    expect(names()).toEqual(['Akira', 'Bone']);
    run('UPDATE series SET library_pk = ? WHERE pk = ?', novels.pk, akira.pk);
    expect([names(), libraries()]).toEqual([['Bone'], ['Comics 1 0']]);
  });

  test('with all libraries sees a new one', () => {
    limit({ maxAge: 12 });
    const manga = seedLibrary(home.database, { name: 'Manga', path: '/manga' });
    seedSeries(home.database, manga, { name: 'Akira', age_rating: 18 });
    expect([names(), libraries()]).toEqual([[], ['Comics 0 0', 'Manga 0 0']]);
  });
});

test('the counts of a library follow what changes', () => {
  const bone = add('Bone', { rating: 6 });
  add('Preacher', { rating: 18 });
  const first = seedBook(home.database, bone);
  seedBook(home.database, bone, { number: 2 });
  limit({ maxAge: 12, showsUnrated: false });
  expect(libraries()).toEqual(['Comics 1 2']);
  run(`UPDATE series SET age_rating = 12 WHERE name = 'Preacher'`);
  expect([names(), libraries()]).toEqual([['Bone', 'Preacher'], ['Comics 2 2']]);
  run('DELETE FROM books WHERE number = 2');
  expect(libraries()).toEqual(['Comics 2 1']);
  run(`UPDATE series SET labels = '["x"]', age_rating = 18 WHERE name = 'Preacher'`);
  expect(libraries()).toEqual(['Comics 1 1']);
  // To the trash and back.
  run(`UPDATE books SET missing_since = created_at WHERE pk = ?`, first.pk);
  run(`UPDATE series SET missing_since = date_added WHERE pk = ?`, bone.pk);
  expect([names(), libraries()]).toEqual([['Bone'], ['Comics 0 0']]);
  run('UPDATE series SET missing_since = NULL WHERE pk = ?', bone.pk);
  run('UPDATE books SET missing_since = NULL WHERE pk = ?', first.pk);
  expect(libraries()).toEqual(['Comics 1 1']);
  run(`DELETE FROM series WHERE name = 'Bone'`);
  expect(libraries()).toEqual(['Comics 0 0']);
});

test('labels of before their search keys are found by them after an upgrade', () => {
  add('Über', { labels: ['Über 18'] });
  limit({ denied: ['über 18'] });
  run(`UPDATE restricted_labels SET key = ''`);
  run(`UPDATE series SET label_keys = '[]'`);
  expect(names()).toEqual(['Über']);
  fillLabelKeys(home.database);
  expect(names()).toEqual([]);
});

test('the books of each person follow what changes', () => {
  const other = seedUser(home.database, { username: 'mia' }).pk;
  const bone = add('Bone', { rating: 6 });
  const preacher = add('Preacher', { rating: 18 });
  const [first, second] = [1, 2].map((number) => seedBook(home.database, bone, { number }));
  seedBook(home.database, preacher);
  restrict(home.database, child, { maxAge: 12 });
  restrict(home.database, other, { maxAge: 16, denied: ['x'] });
  const expectBooks = (...counts: [kim: number, mia: number]) => {
    const kept = texts('SELECT key FROM visible_books ORDER BY key');
    const ruled = texts(`SELECT (r.user_pk << 32) + b.pk AS key FROM series_allowed r
      JOIN books b ON b.series_pk = r.series_pk ORDER BY key`);
    expect(kept).toEqual(ruled);
    expect(
      [child, other].map(
        (pk) =>
          texts(`SELECT key FROM visible_books
      WHERE key >> 32 = ${pk}`).length,
      ),
    ).toEqual(counts);
  };
  expectBooks(2, 2);
  const third = seedBook(home.database, bone, { number: 3 });
  seedBook(home.database, preacher, { number: 2 });
  expectBooks(3, 3);
  run('UPDATE books SET series_pk = ? WHERE pk = ?', preacher.pk, first?.pk ?? 0);
  expectBooks(2, 2);
  run('UPDATE series SET age_rating = 13 WHERE pk = ?', preacher.pk);
  expectBooks(2, 5);
  run(`UPDATE series SET labels = '["X"]' WHERE pk = ?`, bone.pk);
  expectBooks(2, 3);
  run('UPDATE books SET series_pk = ? WHERE pk = ?', bone.pk, first?.pk ?? 0);
  expectBooks(3, 2);
  run('DELETE FROM books WHERE pk IN (?, ?)', second?.pk ?? 0, third.pk);
  expectBooks(1, 2);
  // The next book gets a key that was in use.
  seedBook(home.database, preacher, { number: 9 });
  expectBooks(1, 3);
  const manga = seedLibrary(home.database, { name: 'Manga', path: '/manga' });
  restrict(home.database, child, { libraries: [comics.pk] });
  expectBooks(4, 3);
  run('UPDATE series SET library_pk = ? WHERE pk = ?', manga.pk, preacher.pk);
  expectBooks(1, 3);
  run('DELETE FROM series WHERE pk = ?', preacher.pk);
  expectBooks(1, 0);
  run('DELETE FROM libraries WHERE pk = ?', comics.pk);
  expectBooks(0, 0);
});

test('nothing is left of a person who was deleted', () => {
  add('Bone');
  restrict(home.database, child, { libraries: [comics.pk], maxAge: 12, denied: ['x'] });
  run('DELETE FROM users WHERE pk = ?', child);
  for (const table of [
    'content_restrictions',
    'allowed_libraries',
    'restricted_labels',
    'visible_libraries',
    'visible_series',
    'visible_books',
  ]) {
    expect(texts(`SELECT 1 FROM ${table}`), table).toEqual([]);
  }
});

describe('a transaction', () => {
  const visible = () => names().length;

  test('looks up as its person, and sees everything once it has written', () => {
    add('Preacher', { rating: 18 });
    limit({ maxAge: 12 });
    const { database } = home;
    const work = database.transaction(() => {
      const before = visible();
      run('UPDATE libraries SET updated_at = created_at');
      return [before, visible()];
    });
    expect([work.immediate(), work(), visible()]).toEqual([[0, 1], [0, 1], 0]);
    expect(database.readAs(null, visible)).toBe(1);
    expect(database.readAs(null, () => database.readAs(child, visible))).toBe(0);
  });

  test('keeps to that within another one', () => {
    add('Preacher', { rating: 18 });
    limit({ maxAge: 12 });
    const inner = home.database.transaction(visible);
    const outer = home.database.transaction(() => {
      run('UPDATE libraries SET updated_at = created_at');
      return inner();
    });
    expect([outer(), inner()]).toEqual([1, 0]);
  });
});
