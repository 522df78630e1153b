import { expect, it, test } from 'vitest';

import { createGlob } from './exclude-pattern.ts';

test.each([
  ['**/Extras/**', 'A/Extras/1.cbz', true],
  ['**/Extras/**', 'Extras/1.cbz', true],
  ['**/Extras/**', 'A/B/extras/', true],
  ['**/Extras/**', 'A/No Extras/1.cbz', false],
  ['**/Extras/**', 'Extras', false],
  ['*.cbz', 'A/1.cbz', false],
  ['*.cbz', '1.cbz', true],
  ['A/?.cbz', 'a/1.CBZ', true],
  ['A/?.cbz', 'A//.cbz', false],
  ['A (1)/**', 'A (1)/x', true],
  ['A (1)/**', 'A 1/x', false],
  ['a**z', 'a/b/z', true],
  ['A*/B*/*.pdf', 'A1/B2/c.pdf', true],
  ['A*/B*/*.pdf', 'A1/c.pdf', false],
  ['Ä?*', 'ä👩', true],
  ['Ä/**', 'a\u0308/1.cbz', true],
  ['a\u0308/*.cbz', 'Ä/1.cbz', true],
  ['가/?.cbz', '\u1100\u1161/1.cbz', true],
  ['[a].{b}', '[a].{b}', true],
  ['*', '', true],
  ['', 'a', false],
])('the pattern %s on %s: %s', (glob, path, matches) => {
  expect(createGlob(glob)(path)).toBe(matches);
});

it('is done with a pattern of many stars, which a regular expression never is', () => {
  const matches = createGlob('**/*a'.repeat(50));
  expect(matches(`${'a/'.repeat(500)}b`)).toBe(false);
  expect(matches('a/'.repeat(500) + 'a')).toBe(true);
});
