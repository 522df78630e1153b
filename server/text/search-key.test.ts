import { expect, test } from 'vitest';

import { toSearchKey } from './search-key.ts';

test.each([
  ['Ａstérix', 'asterix'],
  ['STRAẞE', 'strasse'],
  ['がくせい', 'がくせい'],
])('%s is compared as %s', (text, folded) => {
  expect(toSearchKey(text)).toBe(folded);
});

test('of endless marks on a letter thirty are kept, those of the most loaded scripts', () => {
  const marks = '\u0591\u05c4';
  expect(toSearchKey(`a${marks.repeat(15)}`)).toBe(`a${'\u0591'.repeat(15)}${'\u05c4'.repeat(15)}`);
  expect(toSearchKey(`a${marks.repeat(100_000)}b`)).toHaveLength(32);
});
