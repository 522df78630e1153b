import { expect, test } from 'vitest';

import type { EntryBook, ImportedEntry } from '../../../../shared/api/read-lists.ts';
import { bookIdsOf, rowsOf, statesOf } from './import-rows.ts';

const book = (id: string): EntryBook => ({ id, title: id, series_name: 'Saga', number: 1 });
const entry = (status: ImportedEntry['status'], ...ids: string[]): ImportedEntry => ({
  series: 'Saga',
  number: '1',
  volume: null,
  year: null,
  status,
  book_ids: ids,
  books: ids.map(book),
});

test('a file begins with what was found; the rest is open', () => {
  const rows = rowsOf([
    entry('matched', 'a'),
    entry('ambiguous', 'b', 'c'),
    entry('missing'),
    entry('matched', 'a'),
  ]);
  expect(statesOf(rows)).toEqual(['matched', 'ambiguous', 'missing', 'repeated']);
  expect(bookIdsOf(rows)).toEqual(['a']);
});

test('a chosen book takes its place, and one that is left out frees it', () => {
  const [first, second, third] = rowsOf([
    entry('matched', 'a'),
    entry('ambiguous', 'b', 'c'),
    entry('missing'),
  ]);
  if (!first || !second || !third) throw new Error('three rows');
  const rows = [{ ...first, isLeftOut: true }, { ...second, book: book('c') }, third];
  expect(statesOf(rows)).toEqual(['left', 'chosen', 'missing']);
  expect(bookIdsOf([...rows, first])).toEqual(['c', 'a']);
});
