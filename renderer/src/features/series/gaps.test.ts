import { expect, test } from 'vitest';

import { countMissing, withGaps } from './gaps.ts';

const none = { volume: null, chapter: null, number: null, missing_since: null };
const numbers = (...values: (number | null)[]) => values.map((number) => ({ ...none, number }));
const volumes = (...values: number[]) => values.map((volume) => ({ ...none, volume }));
const chapters = (...values: number[]) => values.map((chapter) => ({ ...none, chapter }));
const issues = (volume: number, ...values: number[]) =>
  values.map((number) => ({ ...none, volume, number }));

const gaps = (books: Parameters<typeof withGaps>[0]) =>
  withGaps(books).flatMap((entry) =>
    'gap' in entry ? [`${entry.gap.kind} ${entry.gap.start}-${entry.gap.end}`] : [],
  );

test.each([
  ['nothing', [], []],
  ['one book', numbers(7), []],
  ['a row without holes', numbers(1, 2, 3), []],
  ['a collection that begins late', numbers(51, 52), []],
  ['one hole', numbers(1, 2, 4), ['number 3-3']],
  ['a wide hole', numbers(1, 5), ['number 2-4']],
  ['several holes', numbers(1, 3, 6), ['number 2-2', 'number 4-5']],
  ['the same number twice', numbers(1, 1, 2), []],
  ['an issue zero', numbers(0, 1), []],
  ['a decimal between', chapters(12, 12.5, 13), []],
  ['a decimal before a hole', chapters(12, 12.5, 14), ['chapter 13-13']],
  ['a decimal after a hole', chapters(12, 14.5), ['chapter 13-14']],
  ['specials at the end', numbers(1, 2, null, null), []],
  ['a special in a hole', numbers(1, null, 3), ['number 2-2']],
  ['volumes', volumes(1, 2, 5), ['volume 3-4']],
  [
    'a file of several volumes',
    [{ ...none, volume: 1, number_end: 6 }, ...volumes(7, 9)],
    ['volume 8-8'],
  ],
  ['a file of several chapters', [{ ...none, chapter: 1, number_end: 4 }, ...chapters(3, 5)], []],
  [
    'volumes, then chapters not collected yet',
    [...volumes(1, 2), ...chapters(11, 13)],
    ['chapter 12-12'],
  ],
  ['volumes that are years', [...issues(2011, 1, 2), ...issues(2016, 1, 3)], ['number 2-2']],
  ['years as volumes without numbers', volumes(2011, 2014), []],
  [
    'chapters of which some have a number alone',
    [...chapters(1), ...numbers(6), ...chapters(9)],
    ['number 2-5', 'chapter 7-8'],
  ],
  [
    'issues of which some name their year',
    [...chapters(1), ...issues(2014, 3), ...chapters(5)],
    ['number 2-2', 'chapter 4-4'],
  ],
  ['years as numbers', numbers(2011, 2014), []],
  ['dates as numbers', numbers(20_240_101, 20_240_601), []],
])('%s', (_, books, expected) => {
  expect(gaps(books)).toEqual(expected);
});

const inVolume = (volume: number, ...values: (number | null)[]) =>
  values.map((chapter) => ({
    ...{ ...none, volume, chapter, number: chapter ?? volume, volume_id: `v${String(volume)}` },
  }));

test.each([
  ['run through', [...inVolume(1, 1, 2), ...inVolume(2, 4)], [], ['chapter 3-3']],
  ['begin anew', [...inVolume(1, 1, 2), ...inVolume(2, 1, 3)], ['v1', 'v2'], ['chapter 2-2']],
  [
    'stand beside whole volumes and loose ones',
    [...inVolume(1, null), ...inVolume(3, null), ...inVolume(4, 30, 31), ...chapters(33)],
    [],
    ['volume 2-2', 'chapter 32-32'],
  ],
])('chapters of volumes %s', (_, books, restarting, expected) => {
  const found = withGaps(books, new Set(restarting));
  expect(
    found.flatMap((entry) =>
      'gap' in entry ? [`${entry.gap.kind} ${entry.gap.start}-${entry.gap.end}`] : [],
    ),
  ).toEqual(expected);
});

test('every book stays, in its order, and what is missing is counted', () => {
  const books = numbers(1, 3, 6);
  const entries = withGaps(books);
  expect(entries.flatMap((entry) => ('book' in entry ? [entry.book] : []))).toEqual(books);
  expect(countMissing(entries)).toBe(3);
});
