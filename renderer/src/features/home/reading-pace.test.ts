import { expect, test } from 'vitest';

import { minutesLeft } from './reading-pace.ts';

test.each([
  [60, 30, 30],
  [1, 5, 1],
  [0, 30, null],
  [60, null, null],
])('%i pages at %s seconds each are %s minutes', (pages, pace, minutes) => {
  expect(minutesLeft(pages, pace)).toBe(minutes);
});
