import { expect, test } from 'vitest';

import { wholeDays } from './duration.ts';

test.each([
  ['P30D', 30],
  ['PT87600H', 3650],
  ['P1DT2H30M', 1],
  ['PT23H59M59.999999999S', 0],
  ['PT0.5S', 0],
  ['PT1.S', 0],
  ['PT1,5S', 0],
  ['PT-6H', 0],
  ['p2d', 2],
  ['+P2D', 2],
  ['P+2D', 2],
  ['-P1D', -1],
  ['P-1D', -1],
  ['-P-1D', 1],
  ['P1DT-24H', 0],
  // Java stores seconds and a positive remainder: -172,799.5 s are -172,800 s plus half a second.
  ['P-1DT-23H-59M-59.5S', -2],
  ['PT9223372036854775807S', 106_751_991_167_300],
])('%s is %d days', (text, days) => {
  expect(wholeDays(text)).toBe(days);
});

test.each([
  '',
  'P',
  'PT',
  'P1DT',
  '1D',
  'P1',
  'P1W',
  'P1M',
  'P1Y',
  'PT.5S',
  'P1.5D',
  'PT9223372036854775808S',
])('"%s" is none', (text) => {
  expect(wholeDays(text)).toBeNull();
});
