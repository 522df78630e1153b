import { expect, test } from 'vitest';

import { pagesForRange } from './page-range.ts';

test('asks for the first page until the length of the list is known', () => {
  expect(pagesForRange(4000, 4100, null)).toEqual([1]);
  expect(pagesForRange(0, 0, 0)).toEqual([1]);
});

test.each([
  { first: 0, last: 49, pages: [1] },
  { first: 99, last: 100, pages: [1, 2] },
  { first: 4_250, last: 4_330, pages: [43, 44] },
  { first: 9_990, last: 9_999, pages: [100] },
])('loads the pages $pages for records $first to $last', ({ first, last, pages }) => {
  expect(pagesForRange(first, last, 10_000, 100)).toEqual(pages);
});

test('stays inside a list that has become shorter than what is in view', () => {
  expect(pagesForRange(900, 980, 250, 100)).toEqual([3]);
  expect(pagesForRange(-5, 10, 250, 100)).toEqual([1]);
});
