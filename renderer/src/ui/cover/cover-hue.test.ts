import { expect, test } from 'vitest';

import { hueOf } from './cover-hue.ts';

test('a title always has the same hue, and titles differ', () => {
  expect(hueOf('Moby-Dick')).toBe(hueOf('Moby-Dick'));
  const titles = Array.from({ length: 60 }, (_, index) => `Book ${String(index)}`);
  expect(new Set(titles.map(hueOf)).size).toBeGreaterThan(8);
});

test('a hue is a step of 30 degrees, also of an empty or a Japanese title', () => {
  for (const title of ['', '春と修羅', 'Pepper & Carrot']) {
    expect(hueOf(title) % 30).toBe(0);
    expect(hueOf(title)).toBeLessThan(360);
  }
});
