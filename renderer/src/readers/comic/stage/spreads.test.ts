import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import type { PageShape } from './page-shape.ts';
import {
  buildSpreads,
  pageOfSpread,
  spreadIndexOf,
  type SpreadLayout,
  type SpreadOptions,
} from './spreads.ts';

/** `p` is a printed page, `w` a wide one. */
const book = (shapes: string): PageShape[] =>
  Array.from(shapes, (shape, index) => ({
    number: index + 1,
    mediaType: 'image/jpeg',
    size: shape === 'w' ? { width: 2000, height: 1400 } : { width: 1000, height: 1400 },
  }));

const plain: SpreadOptions = {
  layout: 'double',
  shift: false,
  split: false,
  isReversed: false,
  alone: new Set(),
};

/** `1+2 3` is a pair and a single page; `3l 3r` are the halves of a page. */
const text = (shapes: string, options: Partial<SpreadOptions>) =>
  buildSpreads(book(shapes), { ...plain, ...options })
    .map((spread) => spread.map(({ page, half }) => `${page}${half?.[0] ?? ''}`).join('+'))
    .join(' ');

describe('spreads', () => {
  test.each([
    ['ppppp', 'single', false, '1 2 3 4 5'],
    ['ppppp', 'double', false, '1+2 3+4 5'],
    ['ppppp', 'double-cover', false, '1 2+3 4+5'],
    ['ppppp', 'double', true, '1 2+3 4+5'],
    ['ppppp', 'double-cover', true, '1+2 3+4 5'],
    ['ppwppp', 'double', false, '1+2 3 4+5 6'],
    ['pppwpp', 'double', false, '1+2 3 4 5+6'],
    ['wpp', 'double-cover', false, '1 2+3'],
    ['', 'double', false, ''],
  ] as const)('%s as %s, shifted %s: %s', (shapes, layout, shift, expected) => {
    expect(text(shapes, { layout, shift })).toBe(expected);
  });

  it('takes pages of unknown size for printed ones', () => {
    const pages = book('pp').map((page) => ({ ...page, size: null }));
    expect(buildSpreads(pages, plain)).toHaveLength(1);
  });

  test.each([
    ['pwp', 'single', false, '1 2l 2r 3'],
    ['pwp', 'single', true, '1 2r 2l 3'],
    ['pwpp', 'double', false, '1 2 3+4'],
  ] as const)(
    '%s as %s splits wide pages, reversed %s: %s',
    (shapes, layout, isReversed, expected) => {
      expect(text(shapes, { layout, isReversed, split: true })).toBe(expected);
    },
  );

  test.each([
    [[], '1 2+3 4+5 6'],
    [[2], '1 2 3+4 5+6'],
    [[5], '1 2+3 4 5 6'],
    [[1, 9], '1 2+3 4+5 6'],
  ])('put pages %j alone: %s', (alone, expected) => {
    expect(text('pppppp', { layout: 'double-cover', alone: new Set(alone) })).toBe(expected);
  });

  it('shows every page once and in order, whatever the book', () => {
    const layouts = fc.constantFrom<SpreadLayout>('single', 'double', 'double-cover');
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('p', 'w') }),
        layouts,
        fc.boolean(),
        (...given) => {
          const [shapes, layout, shift] = given;
          const spreads = buildSpreads(book(shapes), { ...plain, layout, shift });
          expect(spreads.flat().map(({ page }) => page)).toEqual(
            book(shapes).map((page) => page.number),
          );
        },
      ),
    );
  });

  it('finds the spread of a page, and the nearest for one that does not exist', () => {
    const spreads = buildSpreads(book('ppppp'), { ...plain, layout: 'double-cover' });
    expect([1, 2, 3, 4, 5, 9].map((page) => spreadIndexOf(spreads, page))).toEqual([
      0, 1, 1, 2, 2, 2,
    ]);
  });

  it('remembers the first page of a spread, but the last page of the book', () => {
    const spreads = buildSpreads(book('ppppp'), { ...plain, layout: 'double-cover' });
    expect([0, 1, 2].map((index) => pageOfSpread(spreads, index))).toEqual([1, 2, 5]);
  });
});
