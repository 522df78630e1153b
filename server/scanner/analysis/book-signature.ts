import { clamp } from '../../../shared/clamp.ts';
import type { ImagePage } from '../../media/stored-page.ts';

/** Properties of a book that need no decoding of its pages, to find books that may look alike. */
export interface BookSignature {
  pk: number;
  library_pk: number;
  /** Number of images. */
  page_count: number;
  /** Perceptual hash of its cover; null if unknown or blank. */
  cover_hash: string | null;
  /** Logarithms of the sizes of its first pages; see `pageSizesOf`. */
  page_sizes: Uint8Array;
}

/** Pages whose sizes are kept. */
const keptPages = 48;
/** Steps per doubling of the size, from 256 bytes on: a byte reaches 16 MiB. */
const steps = 16;

/**
 * The profile of a book: the sizes of its first pages as logarithms, so that another encoding only
 * shifts them.
 */
export const pageSizesOf = (pages: readonly ImagePage[]): Buffer =>
  Buffer.from(
    pages
      .slice(0, keptPages)
      .map(({ file_size }) =>
        clamp(Math.round((Math.log2(Math.max(1, file_size)) - 8) * steps), 0, 255),
      ),
  );

/** Minimum number of pages by which profiles are compared. */
export const minSizes = 7;
/**
 * Pages left out at the front of long profiles: covers, blank pages and contents have similar sizes
 * in many books.
 */
const frontPages = 3;
const enoughSizes = 12;
/** Minimum standard deviation of the sizes, in steps: pages of nearly one size identify nothing. */
const minSpread = 1;

/**
 * How likely two books have the same pages if page `n` of the first is page `n + shift` of the
 * second: the t-statistic of the correlation of their sizes. Of unrelated books, four pairs in a
 * thousand exceed 3 and one in a million exceeds 7. Null for too few pages or nearly equal sizes.
 */
export const profileLikeness = (a: Uint8Array, b: Uint8Array, shift: number): number | null => {
  const first = Math.max(0, -shift);
  const end = Math.min(a.length, b.length - shift);
  const start = end - first - frontPages >= enoughSizes ? first + frontPages : first;
  const count = end - start;
  if (count < minSizes) return null;
  let [sumA, sumB, squaresA, squaresB, products] = [0, 0, 0, 0, 0];
  for (let index = start; index < end; index++) {
    const [x, y] = [a[index] ?? 0, b[index + shift] ?? 0];
    sumA += x;
    sumB += y;
    squaresA += x * x;
    squaresB += y * y;
    products += x * y;
  }
  const varianceA = squaresA / count - (sumA / count) ** 2;
  const varianceB = squaresB / count - (sumB / count) ** 2;
  if (Math.min(varianceA, varianceB) < minSpread ** 2) return null;
  const correlation =
    (products / count - (sumA / count) * (sumB / count)) / Math.sqrt(varianceA * varianceB);
  return correlation * Math.sqrt((count - 2) / Math.max(1e-9, 1 - correlation ** 2));
};
