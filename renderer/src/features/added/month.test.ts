import { expect, test } from 'vitest';

import { adjacentMonth, boundsOfDay, boundsOfMonth, weeksOf } from './month.ts';

test('a month has weeks from Monday, with its own days only', () => {
  const weeks = weeksOf('2026-11');
  expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01']);
  expect(weeks.at(-1)).toEqual(['2026-11-30', null, null, null, null, null, null]);
  expect(weeksOf('2026-02').flat().filter(Boolean)).toHaveLength(28);
});

test('months and days follow each other without a gap, over the end of a year too', () => {
  expect([adjacentMonth('2026-12', 1), adjacentMonth('2026-01', -1)]).toEqual([
    '2027-01',
    '2025-12',
  ]);
  expect(boundsOfMonth('2026-12').before).toBe(boundsOfMonth('2027-01').from);
  expect(boundsOfDay('2026-12-31').added_before).toBe(boundsOfMonth('2027-01').from);
});
