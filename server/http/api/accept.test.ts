import { expect, test } from 'vitest';

import { acceptsExactly } from './accept.ts';

test.each([
  ['image/avif,image/webp,image/*;q=0.8', true],
  ['IMAGE/WEBP;q=0.5', true],
  ['image/webp;q=0', false],
  ['image/webp; q=0.000', false],
  ['image/*', false],
  ['*/*', false],
  [undefined, false],
])('%s names image/webp: %s', (accept, names) => {
  expect(acceptsExactly(accept, 'image/webp')).toBe(names);
});
