import { expect, test } from 'vitest';

import { prevailingColor } from './cover-tint.ts';

const white = [255, 255, 255, 255];
const black = [0, 0, 0, 255];
const red = [200, 20, 20, 255];

test('paper and ink do not dilute the colour', () => {
  expect(prevailingColor([...white, ...black, ...red, ...white])).toBe('rgb(200 20 20)');
});

test('a cover in black and white has none', () => {
  expect(prevailingColor([...white, ...black, ...white])).toBeNull();
  expect(prevailingColor([])).toBeNull();
});
