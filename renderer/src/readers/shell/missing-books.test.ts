import { expect, test } from 'vitest';

import { missingBetween } from './missing-books.ts';

const chapter = (volume: number, number: number) => ({
  ...{ number, volume, chapter: number, volume_id: `v${String(volume)}` },
});

test.each([
  ['chapters that run through volumes', chapter(1, 9), chapter(2, 11), { first: 10, last: 10 }],
  ['the first chapter of a volume that counts anew', chapter(1, 9), chapter(2, 1), null],
  ['the same backwards', chapter(2, 1), chapter(1, 9), null],
  ['chapters of one volume', chapter(2, 1), chapter(2, 3), { first: 2, last: 2 }],
  ['a file of several chapters', { ...chapter(1, 1), number_end: 4 }, chapter(1, 5), null],
  ['a whole volume and a chapter', { ...chapter(3, 3), chapter: null }, chapter(4, 30), null],
])('between %s', (_, before, after, expected) => {
  expect(missingBetween(before, after)).toEqual(expected);
});

test.each([
  [1, 2, null],
  [3, 5, { first: 4, last: 4 }],
  [9, 3, { first: 4, last: 8 }],
  [12, 12.5, null],
  [12.5, 13, null],
  [12.5, 14, { first: 13, last: 13 }],
  [null, 3, null],
])('between %s and %s', (before, after, expected) => {
  expect(missingBetween({ number: before }, { number: after })).toEqual(expected);
});
