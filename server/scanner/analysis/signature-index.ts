import { hashDistance } from '../../media/page-hash.ts';
import { type BookSignature, minSizes, profileLikeness } from './book-signature.ts';
import { sampledPages, sampleStart } from './similar-books.ts';

/** Two books whose pages may look alike, the one to compare first. */
export interface CandidatePair {
  pk: number;
  other: number;
  /** Offsets of the sampled pages of `other`, most likely first. */
  shifts: number[];
}

/** Maximum Hamming distance of two covers. */
const similarCover = 12;
/** Minimum `profileLikeness` of two profiles. */
const similarProfile = 7;
/** The same if the covers are similar. */
const possibleProfile = 3;
/** Maximum number of additional pages at the beginning of one of the books. */
const maxPageDistance = 3;
/** Maximum offset between the sampled pages of two books. */
const maxSampleDistance = 2;
/** A cover or pattern of sizes that more books share identifies none of them. */
const maxBucket = (books: number): number => Math.max(100, books / 500);

const coverParts = 4;
const valuesOfPart = 2 ** 16;
/** 7 factorial: the orders in which the sizes of seven pages can be. */
const orders = 5040;
const positions = 40;
const minStepsInOrder = 4;

/** Similar covers share at least one of the four parts of their hash. */
const coverKeys = ({ cover_hash: hash }: BookSignature): number[] =>
  hash === null
    ? []
    : Array.from(
        { length: coverParts },
        (_, part) => part * valuesOfPart + Number.parseInt(hash.slice(part * 4, part * 4 + 4), 16),
      );

/** Rank of the order of seven sizes (Lehmer code), or null if they are nearly the same. */
const orderAt = (sizes: Uint8Array, start: number): number | null => {
  let rank = 0;
  let [least, most] = [255, 0];
  for (let index = 0; index < minSizes; index++) {
    const size = sizes[start + index] ?? 0;
    least = Math.min(least, size);
    most = Math.max(most, size);
    let smaller = 0;
    for (let later = index + 1; later < minSizes; later++) {
      if ((sizes[start + later] ?? 0) < size) smaller += 1;
    }
    rank = rank * (minSizes - index) + smaller;
  }
  return most - least < minStepsInOrder ? null : rank;
};

/**
 * Another encoding changes the sizes of pages, but rarely the order by size of a few successive
 * ones.
 */
const ordersOf = ({ page_sizes: sizes }: BookSignature): (number | null)[] =>
  Array.from(
    { length: Math.max(0, Math.min(positions, sizes.length - minSizes + 1)) },
    (_, index) => orderAt(sizes, index),
  );

const orderKeys = (book: BookSignature): number[] =>
  ordersOf(book).flatMap((order, index) => (order === null ? [] : [index * orders + order]));

/**
 * Books by key, in two arrays, because an object per key takes more memory than the signatures. A key of more
 * than `most` books finds none.
 */
const createBuckets = (
  keys: number,
  most: number,
  books: readonly BookSignature[],
  keysOf: (book: BookSignature) => readonly number[],
) => {
  const ends = new Int32Array(keys + 1);
  for (const book of books)
    for (const key of keysOf(book)) ends[key + 1] = (ends[key + 1] ?? 0) + 1;
  for (let key = 0; key < keys; key++) ends[key + 1] = (ends[key + 1] ?? 0) + (ends[key] ?? 0);
  const items = new Int32Array(ends[keys] ?? 0);
  const next = ends.slice();
  for (const [index, book] of books.entries()) {
    for (const key of keysOf(book)) {
      const position = next[key] ?? 0;
      items[position] = index;
      next[key] = position + 1;
    }
  }
  return (key: number): Int32Array => {
    const bucket = items.subarray(ends[key], ends[key + 1]);
    return bucket.length > most ? bucket.subarray(0, 0) : bucket;
  };
};

/**
 * The offsets between sampled pages that additional pages at the beginning can explain, most likely
 * first. Empty if the sizes of pages contradict all of them; all of them if the sizes decide
 * nothing.
 */
const shiftsOf = (a: BookSignature, b: BookSignature): number[] => {
  const samples = sampleStart(b.page_count) - sampleStart(a.page_count);
  const found: { shift: number; likeness: number | null }[] = [];
  for (let page = -maxPageDistance; page <= maxPageDistance; page++) {
    const shift = page - samples;
    if (Math.abs(shift) > maxSampleDistance) continue;
    const likeness = profileLikeness(a.page_sizes, b.page_sizes, page);
    found.push({ shift, likeness });
  }
  const likely = found
    .filter(({ likeness }) => likeness === null || likeness >= possibleProfile)
    .sort((x, y) => (y.likeness ?? 0) - (x.likeness ?? 0) || Math.abs(x.shift) - Math.abs(y.shift));
  const isClear = (likely[0]?.likeness ?? 0) >= similarProfile;
  return likely.slice(0, isClear ? 1 : undefined).map(({ shift }) => shift);
};

/**
 * Finds books that may look alike: those with a similar cover or with pages of similar sizes. The
 * time depends on the number of books that are looked up, not of those in the index.
 */
export const createSignatureIndex = (books: readonly BookSignature[], total: number) => {
  const most = maxBucket(total);
  const byCover = createBuckets(coverParts * valuesOfPart, most, books, coverKeys);
  const byOrder = createBuckets(positions * orders, most, books, orderKeys);

  const hasSimilarCover = (index: number, { cover_hash: cover }: BookSignature): boolean => {
    const other = books[index]?.cover_hash ?? null;
    return other !== null && cover !== null && hashDistance(other, cover) <= similarCover;
  };
  const nearOf = (book: BookSignature): Set<number> => {
    const near = new Set<number>();
    for (const key of coverKeys(book)) {
      for (const index of byCover(key)) if (hasSimilarCover(index, book)) near.add(index);
    }
    for (const [position, order] of ordersOf(book).entries()) {
      if (order === null) continue;
      const last = Math.min(positions - 1, position + maxPageDistance);
      for (let other = Math.max(0, position - maxPageDistance); other <= last; other++) {
        for (const index of byOrder(other * orders + order)) {
          const sizes = books[index]?.page_sizes;
          if (sizes === undefined || near.has(index)) continue;
          const likeness = profileLikeness(book.page_sizes, sizes, other - position) ?? 0;
          if (likeness >= similarProfile) near.add(index);
        }
      }
    }
    return near;
  };

  return {
    /** Pairs of an indexed book with this one, each pair of two indexed books once. */
    pairsWith(book: BookSignature, isIndexed: boolean): CandidatePair[] {
      if (book.page_count < sampledPages / 2) return [];
      const pairs: CandidatePair[] = [];
      for (const index of nearOf(book)) {
        const found = books[index];
        if (!found || (isIndexed ? found.pk <= book.pk : found.pk === book.pk)) continue;
        const shifts = shiftsOf(found, book);
        if (shifts.length > 0) pairs.push({ pk: found.pk, other: book.pk, shifts });
      }
      return pairs;
    },
  };
};
