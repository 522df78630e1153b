import { expect, test } from 'vitest';

import { matches } from './matches.ts';

test.each([
  ['', 'Scan Comics', true],
  ['sc', 'Scan Comics', true],
  ['com sc', 'Scan Comics', true],
  ['can', 'Scan Comics', false],
  ['einfugen', 'Ordner einfügen', true],
  ['scan manga', 'Scan Comics', false],
])('%j finds %j: %s', (typed, label, found) => {
  expect(matches(typed, label)).toBe(found);
});
