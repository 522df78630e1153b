import { expect, test } from 'vitest';

import { dayOrInstant } from './values.ts';

test.each([
  ['2023-12-31', '2023-12-31T12:00:00Z'],
  ['2023/12/31', '2023-12-31T12:00:00Z'],
  ['31.12.2023', '2023-12-31T12:00:00Z'],
  ['1. 2. 2023 7:05', '2023-02-01T07:05:00Z'],
  ['2023-12-31 14:30', '2023-12-31T14:30:00Z'],
  ['2023-12-31 14:30:15', '2023-12-31T14:30:15Z'],
  ['2023-12-31T14:30:15.123+02:00', '2023-12-31T12:30:15.123Z'],
  ['2023-12-31T14:30Z', '2023-12-31T14:30:00Z'],
  ['12/31/2023', null],
  ['2023-13-45', null],
  ['2023', null],
  ['soon', null],
  ['', null],
])('the date %s of a table is %s', (written, instant) => {
  const found = dayOrInstant(written);
  expect(found && new Date(found).getTime()).toBe(instant && new Date(instant).getTime());
});
