import { expect, test } from 'vitest';

import { createSteadyClock } from './steady-clock.ts';

test('follows the clock, but not years ahead of the time that has passed', () => {
  let wall = Date.parse('2026-01-01T00:00:00Z');
  let elapsed = 5000;
  const steady = createSteadyClock(
    () => new Date(wall),
    () => elapsed,
  );
  const day = 24 * 3600 * 1000;
  wall += day;
  elapsed += day;
  expect(steady().getTime()).toBe(wall);
  const right = wall;
  wall += 3650 * day;
  expect(steady().getTime()).toBe(right + 60_000);
  wall = right - 400 * day;
  expect(steady().getTime()).toBe(wall);
});
