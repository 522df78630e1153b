import { expect, test } from 'vitest';

import { isBefore, toUtc, wholeSeconds } from './instants.ts';

test.each([
  ['2026-11-22T12:00:00Z', '2026-11-22T12:00:00Z'],
  ['2026-11-22T12:00:00.5Z', '2026-11-22T12:00:00.5Z'],
  ['2026-11-22T12:32:27.005539641Z', '2026-11-22T12:32:27.005539641Z'],
  ['2026-11-22T14:00:00+02:00', '2026-11-22T12:00:00Z'],
  ['2026-11-21T23:30:00.123456-01:30', '2026-11-22T01:00:00.123456Z'],
  // The next years in UTC would not have four digits.
  ['9999-12-31T23:59:59-01:00', '9999-12-31T23:59:59Z'],
  ['0000-01-01T00:00:00+01:00', '0000-01-01T00:00:00Z'],
])('%s is %s in UTC', (written, utc) => {
  expect(toUtc(written)).toBe(utc);
});

test.each([
  ['2026-11-22T12:00:00Z', '2026-11-22T12:00:01Z', true],
  ['2026-11-22T12:00:01Z', '2026-11-22T12:00:00Z', false],
  ['2026-11-22T12:00:00.100000001Z', '2026-11-22T12:00:00.100000002Z', true],
  ['2026-11-22T12:00:00.1Z', '2026-11-22T12:00:00.2Z', true],
  // Whole seconds can be a rounded form of a later time.
  ['2026-11-22T12:00:00Z', '2026-11-22T12:00:00.900Z', false],
  ['2026-11-22T12:00:00.900Z', '2026-11-22T12:00:00.900000001Z', false],
  ['2026-11-22T12:00:00Z', '2026-11-22T12:00:00Z', false],
])('that %s is before %s is %s', (a, b, answer) => {
  expect(isBefore(a, b)).toBe(answer);
});

test('leaves the fraction of a second out', () => {
  expect(wholeSeconds('2026-11-22T12:00:00.123Z')).toBe('2026-11-22T12:00:00Z');
  expect(wholeSeconds('2026-11-22T12:00:00Z')).toBe('2026-11-22T12:00:00Z');
});
