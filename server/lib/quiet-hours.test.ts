import { expect, test } from 'vitest';

import { quietHoursOf, quietUntil } from './quiet-hours.ts';

const night = { from: 22, until: 3, timeZone: 'Asia/Kathmandu' };

test.each([
  ['2026-03-01T16:14:59Z', null],
  ['2026-03-01T16:15:00Z', '2026-03-01T21:15:00.000Z'],
  ['2026-03-01T20:40:10Z', '2026-03-01T21:15:00.000Z'],
  ['2026-03-01T21:15:00Z', null],
])('at %s the night of Kathmandu (+5:45) lasts until %s', (now, end) => {
  const until = quietUntil(new Date(now), night);
  expect(until === null ? null : new Date(until).toISOString()).toBe(end);
});

test('equal hours are the whole day', () => {
  expect(quietHoursOf({ from: 5, until: 5 })).toHaveLength(24);
  expect(quietHoursOf({ from: 22, until: 3 })).toEqual([22, 23, 0, 1, 2]);
});
