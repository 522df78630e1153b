import { describe, expect, it, test } from 'vitest';

import type { PageShape } from '../stage/page-shape.ts';
import { resolveLayout, resolveMode } from './reading-mode.ts';

const pages = (...ratios: number[]): PageShape[] =>
  ratios.map((ratio, index) => ({
    number: index + 1,
    mediaType: 'image/png',
    size: { width: 800, height: 800 * ratio },
  }));
const printed = pages(1.5, 1.5, 1.5);
const strips = pages(1.4, 1.4, 8);
const withTallPage = {
  metadata: null,
  library: 'rtl',
  pages: pages(1.5, 1.5, 1.5, 1.5, 3),
} as const;

describe('reading mode', () => {
  it('follows an explicit choice above all', () => {
    const known = { metadata: 'rtl', library: 'ltr', pages: strips } as const;
    expect(resolveMode('vertical', known)).toEqual({ mode: 'vertical', reason: 'chosen' });
  });

  test.each([
    [
      'what the metadata says',
      { metadata: 'rtl', library: 'ltr', pages: printed },
      'rtl',
      'metadata',
    ],
    [
      'tall strips, from whichever side their pages are turned',
      { metadata: 'rtl', library: 'ltr', pages: strips },
      'webtoon',
      'shapes',
    ],
    [
      'metadata that name a vertical mode',
      { metadata: 'vertical', library: null, pages: strips },
      'vertical',
      'metadata',
    ],
    ['tall strips', { metadata: null, library: 'rtl', pages: strips }, 'webtoon', 'shapes'],
    ['the library in spite of one tall page', withTallPage, 'rtl', 'library'],
    ['the library', { metadata: null, library: 'rtl', pages: printed }, 'rtl', 'library'],
    ['left to right', { metadata: null, library: null, pages: printed }, 'ltr', 'default'],
  ] as const)('in Auto follows %s', (_, known, mode, reason) => {
    expect(resolveMode('auto', known)).toEqual({ mode, reason });
  });
});

/** Pages of these sizes, a number of each. */
const sized = (...groups: [count: number, width: number, height: number][]): PageShape[] =>
  groups
    .flatMap(([count, width, height]) => Array.from({ length: count }, () => ({ width, height })))
    .map((size, index) => ({ number: index + 1, mediaType: 'image/jpeg', size }));

describe('the shapes of the pages', () => {
  const modeOf = (shown: PageShape[]) =>
    resolveMode('auto', { metadata: 'rtl', library: null, pages: shown }).mode;

  test.each([
    ['printed pages', sized([200, 1600, 2400])],
    ['an art book with two long fold-outs', sized([10, 2000, 2800], [2, 2000, 24_000])],
    ['a short book with flaps and spine', sized([10, 1600, 2300], [2, 760, 2300], [1, 180, 2300])],
    ['wide fold-outs of an art book', sized([8, 2000, 2800], [6, 8000, 2800])],
    ['scans of many widths and a bookmark', sized([6, 900, 1300], [6, 2400, 3400], [2, 120, 3400])],
    ['panels of four, two strips a page', sized([112, 1100, 1600])],
    ['a printed book with a long page of credits', sized([18, 1100, 1600], [1, 800, 9000])],
    ['a printed book with one page of one pixel', sized([18, 1100, 1600], [1, 1, 30_000])],
    ['a comic of newspaper strips', sized([30, 1000, 1900])],
  ])('turn %s', (_, shown) => expect(modeOf(shown)).toBe('rtl'));

  test.each([
    ['strips of one width', sized([12, 800, 12_000])],
    ['strips cut at 2,000 px, the last one short', sized([40, 800, 2000], [1, 800, 300])],
    ['one strip with cover and two credits', sized([3, 1000, 1500], [1, 800, 30_000])],
    ['strips with large title pages', sized([2, 1600, 2400], [3, 800, 9000])],
    ['strips of several widths', sized([5, 690, 9000], [5, 800, 9000], [5, 1080, 9000])],
    ['panels of four, one strip a page', sized([80, 300, 1000])],
    ['strips with wide banners', sized([4, 800, 400], [9, 800, 5000])],
  ])('scroll %s', (_, shown) => expect(modeOf(shown)).toBe('webtoon'));
});

describe('page layout', () => {
  const wide = { width: 1440, height: 900 };
  const phone = { width: 390, height: 844 };

  it('shows two pages only where the window is clearly wider than high', () => {
    expect(resolveLayout('auto', 'ltr', wide)).toBe('double-cover');
    expect(resolveLayout('auto', 'rtl', phone)).toBe('single');
    expect(resolveLayout('double', 'rtl', phone)).toBe('double');
  });

  it('shows single pages where they follow each other downwards', () => {
    expect(resolveLayout('double', 'vertical', wide)).toBe('single');
  });
});
