import { describe, expect, test } from 'vitest';

import { maxSide } from '../images.ts';
import { drawnSize } from './drawn-size.ts';

const a4 = { width: 595, height: 842 };
const many = 100_000_000;

describe('the size of a drawn page', () => {
  test.each([
    ['an upright page', a4, { width: 1647, height: 2331 }],
    ['a double page', { width: 1190, height: 842 }, { width: 2329, height: 1648 }],
    [
      'a long strip, whose letters must be read',
      { width: 800, height: 16_000 },
      { width: 1000, height: 20_000 },
    ],
    ['a stamp', { width: 10, height: 10 }, { width: 1959, height: 1959 }],
  ])('is sensible by itself for %s', (_, page, size) => {
    expect(drawnSize(page, {}, many)).toEqual(size);
  });

  test.each([
    [{ width: 595 }, { width: 595, height: 842 }],
    [{ height: 421 }, { width: 297, height: 421 }],
    [
      { width: 1190, height: 421 },
      { width: 297, height: 421 },
    ],
    [{ width: 1 }, { width: 1, height: 1 }],
  ])('fits into the box %o', (box, size) => {
    expect(drawnSize(a4, box, many)).toEqual(size);
  });

  test.each([
    ['a huge box', a4, { width: 10_000, height: 10_000 }],
    ['a thread of a page', { width: 1, height: 14_400 }, { width: 10_000 }],
    ['a page without end', { width: 1e-9, height: 1e9 }, {}],
  ])('is bounded for %s', (_, page, box) => {
    const { width, height } = drawnSize(page, box, many);
    expect(width).toBeGreaterThanOrEqual(1);
    expect(height).toBeGreaterThanOrEqual(1);
    expect(width * height).toBeLessThanOrEqual(25_000_000);
    expect(Math.max(width, height)).toBeLessThanOrEqual(maxSide.jpeg);
  });
});
