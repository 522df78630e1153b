import { expect, test } from 'vitest';

import { creatorId, creatorKey, creatorRole, creatorSort } from './creator-names.ts';

test.each([
  ['Herman Melville', 'Melville, Herman'],
  ['Ursula von der Leyen', 'von der Leyen, Ursula'],
  ['Martin Luther King Jr.', 'King, Martin Luther Jr.'],
  ['Melville, Herman', 'Melville, Herman'],
  ['Plato', 'Plato'],
  ['Marvel Comics', 'Marvel Comics'],
  ['尾田 栄一郎', '尾田 栄一郎'],
  ['', ''],
])('%s is sorted as %s', (name, sorted) => {
  expect(creatorSort(name)).toBe(sorted);
});

test('spellings of one name are one creator', () => {
  expect(creatorKey('J.R.R. Tolkien')).toBe(creatorKey('j. r. r.  TOLKIEN'));
  expect(creatorKey('Hergé')).toBe('herge');
  expect(creatorKey('???')).toBe('???');
  expect(creatorKey(' \0 ')).toBe('');
  expect(creatorId('herge')).toMatch(
    /^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
  );
});

test('roles have one spelling', () => {
  expect(
    ['Author', 'Cover Artist', 'colourist', ' Penciler', '', 'Narrator', 'constructor'].map(
      creatorRole,
    ),
  ).toEqual(['writer', 'cover', 'colorist', 'penciller', 'other', 'narrator', 'constructor']);
});
