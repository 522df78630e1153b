import { expect, test } from 'vitest';

import { imageTypeOfName } from './media-type.ts';

test.each([
  ['a.JPG', 'image/jpeg'],
  ['folder.png/page', null],
  ['page.svg', null],
  ['page.constructor', null],
  ['page', null],
])('%s promises %s', (name, type) => {
  expect(imageTypeOfName(name)).toBe(type);
});
