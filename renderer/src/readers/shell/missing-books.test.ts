import { expect, test } from 'vitest';

import { missingBetween } from './missing-books.ts';

test.each([
  [1, 2, null],
  [3, 5, { first: 4, last: 4 }],
  [9, 3, { first: 4, last: 8 }],
  [12, 12.5, null],
  [12.5, 13, null],
  [12.5, 14, { first: 13, last: 13 }],
  [null, 3, null],
])('between %s and %s', (one, other, expected) => {
  expect(missingBetween({ number: one }, { number: other })).toEqual(expected);
});
