import { expect, test } from 'vitest';

import { letterPlaces, placeAt } from './letters.ts';

const letters = [
  { letter: '', count: 1 },
  { letter: '0', count: 2 },
  { letter: 'a', count: 3 },
  { letter: 'z', count: 4 },
  { letter: 'я', count: 5 },
  { letter: '進', count: 6 },
];
const filled = (direction: 'asc' | 'desc') =>
  letterPlaces(letters, direction).filter(({ count }) => count > 0);

test('names that begin with no letter of the alphabet sort before A and after Z', () => {
  expect(filled('asc')).toEqual([
    { label: '#', count: 3, index: 0 },
    { label: 'A', count: 3, index: 3 },
    { label: 'Z', count: 4, index: 6 },
    { label: '…', count: 11, index: 10 },
  ]);
});

test('backwards the last come first', () => {
  expect(filled('desc').map(({ label, index }) => label + String(index))).toEqual([
    '…0',
    'Z11',
    'A15',
    '#18',
  ]);
});

test('every letter is there, also where nothing begins with it', () => {
  expect(letterPlaces([], 'asc').map(({ label }) => label)).toHaveLength(28);
});

test('a finger beside a letter without entries finds the next one, or the last', () => {
  const places = letterPlaces(
    [
      { letter: 'b', count: 1 },
      { letter: 'm', count: 2 },
    ],
    'asc',
  );
  const found = [-0.1, 0, 2.5 / 28, 3.5 / 28, 0.99, 1.2].map((share) => placeAt(places, share));
  expect(found.map((place) => place?.label)).toEqual(['B', 'B', 'B', 'M', 'M', 'M']);
  expect(placeAt(letterPlaces([], 'asc'), 0.5)).toBeUndefined();
});
