import { expect, test } from 'vitest';

import { isInk } from './dark-pictures.ts';

/** Ten pixels, of which the first `count` have a colour and the others are transparent. */
const picture = (count: number, color: [number, number, number, number]) =>
  new Uint8ClampedArray(
    Array.from({ length: 10 }, (_, index) => (index < count ? color : [0, 0, 0, 0])).flat(),
  );

test('black and dark grey lines on nothing are ink', () => {
  expect(isInk(picture(3, [0, 0, 0, 255]))).toBe(true);
  expect(isInk(picture(8, [70, 70, 75, 128]))).toBe(true);
});

test('light or coloured pictures and those without transparency do not count as ink', () => {
  expect(isInk(picture(3, [240, 240, 240, 255]))).toBe(false);
  expect(isInk(picture(3, [90, 20, 20, 255]))).toBe(false);
  expect(isInk(picture(10, [0, 0, 0, 255]))).toBe(false);
  expect(isInk(picture(0, [0, 0, 0, 255]))).toBe(false);
});
