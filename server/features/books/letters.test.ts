import { expect, test } from 'vitest';

import { createTestStore, seedBook, seedLibrary, seedSeries } from '../../testing/seed.ts';
import { createBooksStore } from './store.ts';

const keys = [
  ...['', 'a', 'ab', 'a\u{10FFFF}', 'z', '9', '進', '進撃', '\uD7FF', '\uE000x', '\uFFFD', '👩'],
  ...['\u{10FFFF}', '\u{10FFFF}b', ' x', '\u0001'],
];

test('the letters of all books are the first characters of their keys, whatever these are', () => {
  const home = createTestStore();
  const view = { user_pk: null, separator: null };
  const sort = { field: 'title', direction: 'asc' } as const;
  const store = createBooksStore(home.database);
  const letters = () =>
    (JSON.parse(store.letters(view, sort, {}).json) as { letters: unknown }).letters;
  expect(letters()).toEqual([]);
  const series = seedSeries(home.database, seedLibrary(home.database));
  for (const [index, title_key] of keys.entries()) {
    seedBook(home.database, series, { title: `Book ${index}`, title_key });
  }
  const counts = new Map<string, number>();
  for (const letter of keys.map((key) => Array.from(key)[0] ?? '')) {
    counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  const byCodePoint = (a: string, b: string) => (a.codePointAt(0) ?? -1) - (b.codePointAt(0) ?? -1);
  expect(letters()).toEqual(
    [...counts.keys()].sort(byCodePoint).map((letter) => ({ letter, count: counts.get(letter) })),
  );
  home.close();
});
