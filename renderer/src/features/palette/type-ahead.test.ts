import { expect, test } from 'vitest';

import { typeAhead } from './type-ahead.ts';

const key = (
  name: string,
  held: { ctrlKey?: boolean; altKey?: boolean; graph?: boolean } = {},
) => ({
  key: name,
  ctrlKey: held.ctrlKey ?? false,
  altKey: held.altKey ?? false,
  metaKey: false,
  getModifierState: (modifier: string) => modifier === 'AltGraph' && held.graph === true,
});

test('characters are added, also those of AltGr, and Backspace removes a whole one', () => {
  expect(typeAhead('ri', key('v'))).toBe('riv');
  expect(typeAhead('a', key(' '))).toBe('a ');
  expect(typeAhead('ada', key('@', { ctrlKey: true, altKey: true, graph: true }))).toBe('ada@');
  expect(typeAhead('a😀', key('Backspace'))).toBe('a');
  expect(typeAhead('', key('Backspace'))).toBe('');
});

test('shortcuts and named keys type nothing', () => {
  expect(typeAhead('ri', key('k', { ctrlKey: true }))).toBeNull();
  expect(typeAhead('ri', key('Enter'))).toBeNull();
  expect(typeAhead('ri', key('ArrowDown'))).toBeNull();
});
