import { expect, test } from 'vitest';

import { valueText } from './value-text.ts';

test.each([
  [null, ''],
  [undefined, ''],
  [[], ''],
  [12, '12'],
  ['Drama', 'Drama'],
  [['Drama', 'Crime'], 'Drama, Crime'],
  [[{ name: 'Fiona Staples', role: 'penciller' }], 'Fiona Staples (penciller)'],
  [[{ name: 'The event', number: null }], 'The event'],
  [[{ label: 'Home', url: 'https://example.org' }], 'https://example.org'],
  [[{ label: null, title: 'Another' }], 'Another'],
  [[{ type: 'isbn', value: '123' }], '123 (isbn)'],
  [[{ odd: true }], '{"odd":true}'],
])('%j is shown as %s', (value, text) => {
  expect(valueText(value)).toBe(text);
});

test('a long value is shortened', () => {
  expect(valueText('a'.repeat(200))).toBe(`${'a'.repeat(160)}…`);
});
