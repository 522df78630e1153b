import { afterEach, beforeEach, expect, test } from 'vitest';

import type { Book } from '../../../shared/api/book-record.ts';
import { connect } from '../../database/database.ts';
import { itemsOf } from '../../database/json.ts';
import type { Database } from '../../database/types.ts';
import { restrict } from '../../testing/restrictions.ts';
import {
  createTestStore,
  seedBook,
  seedLibrary,
  seedSeries,
  seedUser,
  type SeededLibrary,
  type SeededSeries,
  type TestStore,
} from '../../testing/seed.ts';
import { createBooksStore, type BooksStore } from './store.ts';

let home: TestStore;
/** Another connection, as a scan has. */
let scan: Database;
let viewer: number | null;
let child: number;
let comics: SeededLibrary;
let hidden: SeededSeries;
let shown: SeededSeries;
let books: BooksStore;
const perSeries = 260;

beforeEach(() => {
  viewer = null;
  home = createTestStore(() => viewer);
  const { database } = home;
  comics = seedLibrary(database);
  child = seedUser(database, { username: 'kim' }).pk;
  database.transaction(() => {
    hidden = seedSeries(database, comics, { name: 'Preacher', age_rating: 18 });
    shown = seedSeries(database, comics, { name: 'Bone', age_rating: 6 });
    for (let number = 1; number <= perSeries; number += 1) {
      const name = String(number).padStart(3, '0');
      seedBook(database, hidden, { number, title: `P ${name}`, file_size: number });
      seedBook(database, shown, { number, title: `B ${name}`, file_size: number });
    }
  })();
  restrict(database, child, { maxAge: 12, denied: ['x'] });
  viewer = child;
  books = createBooksStore(database);
  scan = connect(database.name);
});
afterEach(() => {
  scan.close();
  home.close();
});

const view = { user_pk: null, separator: null };
/** The titles of a page of 50, and the total. */
const page = (
  number: number,
  direction: 'asc' | 'desc' = 'asc',
  field: 'title' | 'file_size' = 'title',
) => {
  const found = books.list(view, { page: number, pageSize: 50, sort: { field, direction } });
  return { titles: itemsOf<Book>(found).map(({ title }) => title), total: found.total };
};
const letters = () =>
  (
    JSON.parse(books.letters(view, { field: 'title', direction: 'asc' }, {}).json) as {
      letters: { letter: string; count: number }[];
    }
  ).letters.map(({ letter, count }) => `${letter} ${count}`);
const titles = (letter: string, from: number, count = 50) =>
  Array.from({ length: count }, (_, index) => `${letter} ${String(from + index).padStart(3, '0')}`);

test('distant pages are the same from everywhere and in both directions', () => {
  for (const number of [5, 6, 5]) {
    const first = (number - 1) * 50 + 1;
    const count = Math.min(50, perSeries - first + 1);
    expect(page(number)).toEqual({ titles: titles('B', first, count), total: perSeries });
    const down = titles('B', perSeries - first + 2 - count, count).toReversed();
    expect(page(number, 'desc').titles).toEqual(down);
    expect(page(number, 'asc', 'file_size').titles).toEqual(titles('B', first, count));
  }
  expect([page(7).titles, page(90).titles]).toEqual([[], []]);
  viewer = null;
  expect(page(9).titles).toEqual([...titles('P', 141)]);
  expect(page(9, 'asc', 'file_size').titles).toHaveLength(50);
});

test.each<[string, (write: (sql: string) => void) => void]>([
  [
    'its age rating changes',
    (write) => {
      write(`UPDATE series SET age_rating = 18 WHERE name = 'Bone'`);
    },
  ],
  [
    'it gets a label',
    (write) => {
      write(`UPDATE series SET labels = '["x"]' WHERE name = 'Bone'`);
    },
  ],
])('a series is gone from letters and distant pages once %s', (_, change) => {
  const before = { letters: ['b 260'], page: titles('B', 251, 10), total: perSeries };
  const now = () => ({ letters: letters(), page: page(6).titles, total: page(6).total });
  expect(now()).toEqual(before);
  change((sql) => void scan.prepare(sql).run());
  expect(now()).toEqual({ letters: [], page: [], total: 0 });
});

test('a change of the rule, of a title and of the number of books shows at once', () => {
  expect([letters(), page(6).titles]).toEqual([['b 260'], titles('B', 251, 10)]);
  const { database } = home;
  // Reading changes nothing that is remembered.
  database.prepare('UPDATE users SET last_login_at = created_at').run();
  scan.prepare(`UPDATE books SET title = 'A', title_key = 'a' WHERE title = 'B 260'`).run();
  expect([letters(), page(6).titles[0]]).toEqual([['a 1', 'b 259'], 'B 250']);
  scan.prepare(`DELETE FROM books WHERE title = 'A'`).run();
  expect([letters(), page(6).titles[0]]).toEqual([['b 259'], 'B 251']);
  restrict(database, child, { maxAge: 18 });
  expect([letters(), page(7).titles[0]]).toEqual([['b 259', 'p 260'], 'P 042']);
  restrict(database, child, { libraries: [] });
  expect([letters(), page(7).titles]).toEqual([[], []]);
});

test('a search and a filter count and list what is visible', () => {
  const find = (filter: object, number = 1) => {
    const query = {
      page: number,
      pageSize: 50,
      sort: { field: 'title', direction: 'asc' },
    } as const;
    const found = books.find(view, query, filter);
    return [found.total, ...itemsOf<Book>(found).map(({ title }) => title)].slice(0, 2);
  };
  const title = { field: 'title', operator: 'contains', value: '25' };
  expect(find({ fullTextSearch: 'P' })).toEqual([0]);
  expect(find({ fullTextSearch: 'B' }, 2)).toEqual([260, 'B 051']);
  expect(find({ condition: title })).toEqual([13, 'B 025']);
  expect(find({ condition: title, fullTextSearch: '25' })).toEqual([10, 'B 250']);
  viewer = null;
  expect(find({ condition: title })).toEqual([26, 'B 025']);
});
