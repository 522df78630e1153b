import { validate, version } from 'uuid';
import { expect, test } from 'vitest';

import { newId } from './ids.ts';

test('ids are of version 7, all different, and sort by creation time within a millisecond, too', () => {
  const before = Date.now();
  const ids = Array.from({ length: 10_000 }, newId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(ids);
  expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true);
  const timeOf = (id: string | undefined) => parseInt(id?.replace('-', '').slice(0, 12) ?? '', 16);
  expect(timeOf(ids[0])).toBeGreaterThanOrEqual(before);
  expect(timeOf(ids.at(-1))).toBeLessThanOrEqual(Date.now());
});

test('the random bits of ids of one millisecond differ', () => {
  const ends = Array.from({ length: 1000 }, () => newId().slice(-11));
  expect(new Set(ends).size).toBe(ends.length);
});
