import { expect, test } from 'vitest';

import { nearestTimestamp, timestampOf } from './timestamps.ts';

const first = Date.parse('0000-01-01T00:00:00Z');
const last = Date.parse('9999-12-31T23:59:59.999Z');

test('the years 0 to 9999 have timestamps', () => {
  for (const ms of [first, -1, 0, last]) {
    expect(timestampOf(ms)).toBe(new Date(ms).toISOString());
    expect(nearestTimestamp(ms)).toBe(new Date(ms).toISOString());
  }
});

test('other times have none, or the nearest one', () => {
  for (const ms of [first - 1, -8.64e15, -Infinity]) {
    expect(timestampOf(ms)).toBeNull();
    expect(nearestTimestamp(ms)).toBe('0000-01-01T00:00:00.000Z');
  }
  for (const ms of [last + 1, 8.64e15, 9e15, Infinity]) {
    expect(timestampOf(ms)).toBeNull();
    expect(nearestTimestamp(ms)).toBe('9999-12-31T23:59:59.999Z');
  }
  expect(timestampOf(NaN)).toBeNull();
});
