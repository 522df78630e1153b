import { expect, test } from 'vitest';

import { formatAgo, formatBytes, formatDate, formatDuration } from './format.ts';

test.each([
  [0, '0 kB'],
  [999, '1 kB'],
  [43_200_000, '43 MB'],
  [1_250_000_000, '1.3 GB'],
  [5_000_000_000_000_000, '5,000 TB'],
])('%i bytes read as %s', (bytes, text) => {
  expect(formatBytes(bytes, 'en')).toBe(text);
});

test('sizes and dates follow the language', () => {
  expect(formatBytes(1_250_000_000, 'de')).toBe('1,3\u00a0GB');
  expect(formatDate('2026-01-15', 'de')).toBe('15. Januar 2026');
  expect(formatDate('2026-01-15', 'en')).toBe('January 15, 2026');
});

const now = Date.parse('2026-05-10T12:00:00.000Z');

test.each([
  ['2026-05-10T11:59:01.000Z', 'just now'],
  ['2026-05-10T12:00:05.000Z', 'just now'],
  ['2026-05-10T12:00:20.000Z', 'in 1 minute'],
  ['2026-05-10T11:57:00.000Z', '3 minutes ago'],
  ['2026-05-10T07:00:00.000Z', '5 hours ago'],
  ['2026-05-09T12:00:00.000Z', 'yesterday'],
])('%s was %s', (iso, text) => {
  expect(formatAgo(iso, 'en', 'just now', now)).toBe(text);
});

test('beyond a week the date says more', () => {
  expect(formatAgo('2026-03-01T12:00:00.000Z', 'en', 'just now', now)).toBe('March 1, 2026');
});

test.each([
  [0, '0 sec'],
  [400, '0 sec'],
  [59_000, '59 sec'],
  [60_000, '1 min'],
  [200_000, '3 min 20 sec'],
  [3_600_000, '1 hr'],
  [7_384_000, '2 hr 3 min'],
])('%i ms last %s', (milliseconds, text) => {
  expect(formatDuration(milliseconds, 'en')).toBe(text);
});
