import { describe, expect, it } from 'vitest';

import type { ImagePage } from '../../media/stored-page.ts';
import { type BookSignature, pageSizesOf, profileLikeness } from './book-signature.ts';
import { createSignatureIndex } from './signature-index.ts';

/** Sizes of the pages of a story; another encoding changes each a little. */
const sizesOf = (story: number, { scale = 1, noise = 0, count = 20 } = {}): number[] =>
  Array.from({ length: count }, (_, page) => {
    const random = (seed: number) =>
      Math.abs(Math.sin(seed * 12.9898 + page * 78.233) * 43_758) % 1;
    return 100_000 * 8 ** random(story) * scale * (1 + noise * (random(story + 7000) - 0.5));
  });
const signature = (
  pk: number,
  sizes: readonly number[],
  cover_hash: string | null = null,
): BookSignature => ({
  pk,
  library_pk: 1,
  page_count: sizes.length,
  cover_hash,
  page_sizes: pageSizesOf(sizes.map((file_size) => ({ file_size }) as ImagePage)),
});
const pairsOf = (books: readonly BookSignature[], isIndexed = true) => {
  const index = createSignatureIndex(books, books.length);
  return books.flatMap((book) =>
    index.pairsWith(book, isIndexed).map(({ pk, other, shifts }) => ({ pk, other, shifts })),
  );
};

describe('books that may look alike', () => {
  it('have pages of similar sizes, each pair once', () => {
    const original = signature(1, sizesOf(1));
    const smaller = signature(2, sizesOf(1, { scale: 0.3, noise: 0.2 }));
    const later = signature(3, [150_000, ...sizesOf(1, { noise: 0.2 })]);
    const others = Array.from({ length: 300 }, (_, index) =>
      signature(index + 4, sizesOf(index + 2)),
    );
    const pairs = pairsOf([original, smaller, later, ...others]);
    const near = pairs.filter(({ pk, other }) => pk <= 3 && other <= 3);
    expect(near.toSorted((a, b) => a.pk - b.pk || a.other - b.other)).toEqual([
      { pk: 2, other: 1, shifts: [0] },
      { pk: 3, other: 1, shifts: [-1] },
      { pk: 3, other: 2, shifts: [-1] },
    ]);
    expect(pairs.length).toBeLessThan(6);
  });

  it('have similar covers, where sizes are inconclusive', () => {
    const equal = (pk: number, cover: string) =>
      signature(pk, Array(20).fill(5000) as number[], cover);
    const found = pairsOf([equal(1, '0123456789abcdef'), equal(2, '0123456789abcdee')]);
    expect(found).toEqual([{ pk: 2, other: 1, shifts: [0, -1, 1, -2, 2] }]);
    expect(pairsOf([equal(1, '0123456789abcdef'), equal(2, 'fedcba9876543210')])).toEqual([]);
  });

  it('are not those of a series whose covers are similar, but not their pages', () => {
    const cover = '0123456789abcdef';
    expect(pairsOf([signature(1, sizesOf(1), cover), signature(2, sizesOf(2), cover)])).toEqual([]);
  });

  it('are not found by a cover that many books share', () => {
    const same = Array.from({ length: 101 }, (_, index) =>
      signature(index + 1, Array(20).fill(5000) as number[], '0123456789abcdef'),
    );
    expect(pairsOf(same)).toEqual([]);
  });
});

describe('the sizes of pages', () => {
  it('decide nothing if they are few or nearly the same', () => {
    const sizes = (count: number, size: (page: number) => number) =>
      signature(
        1,
        Array.from({ length: count }, (_, page) => size(page)),
      ).page_sizes;
    const short = sizes(6, (page) => 1000 * (page + 1));
    expect(profileLikeness(short, short, 0)).toBeNull();
    const even = sizes(20, (page) => 50_000 + page);
    expect(profileLikeness(even, even, 0)).toBeNull();
  });
});
