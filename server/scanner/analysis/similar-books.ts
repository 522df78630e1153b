import { hashDistance } from '../../media/page-hash.ts';

/**
 * Consecutive pages of a book that are hashed, so that an extra page before them only shifts them.
 */
export const sampledPages = 8;

/** 0-based indexes of the pages to sample: after the first fifth, within the story. */
export const sampleOf = (pageCount: number): number[] => {
  const start = Math.min(Math.floor(pageCount / 5), Math.max(0, pageCount - sampledPages));
  return Array.from({ length: Math.min(sampledPages, pageCount) }, (_, index) => start + index);
};

/** A book with the hashes of its sampled pages; null for pages without distinctive content. */
export interface SampledBook {
  pk: number;
  hashes: readonly (string | null)[];
}

/** Maximum Hamming distance between two scans of one page. */
const closeEnough = 8;
/** Minimum matching pages, of the eight. */
const enoughPages = 5;
/** Maximum page offset between two files. */
const farthest = 2;
/** Similar hashes share at least one of these parts, so only books that do are compared. */
const parts = [0, 4, 8, 12] as const;
/** A hash shared by more books than this is a credits page or pattern, and is ignored. */
const maxBucket = (books: number): number => Math.max(100, books / 500);

const samePages = (a: SampledBook, b: SampledBook, shift: number): number => {
  let same = 0;
  for (const [page, hash] of a.hashes.entries()) {
    const other = b.hashes[page + shift];
    if (hash && other && hashDistance(hash, other) <= closeEnough) same += 1;
  }
  return same;
};

const isAlike = (a: SampledBook, b: SampledBook): boolean => {
  for (let shift = -farthest; shift <= farthest; shift++) {
    if (samePages(a, b, shift) >= enoughPages) return true;
  }
  return false;
};

/**
 * Distinct pairs of books whose sampled pages look alike. Compares only books with at least two
 * pages sharing a part of their hash, so the time grows linearly with the number of books.
 */
export const similarPairs = (books: readonly SampledBook[]): [number, number][] => {
  const byPart = new Map<string, number[]>();
  for (const [index, { hashes }] of books.entries()) {
    for (const hash of hashes) {
      for (const part of hash === null ? [] : parts) {
        const key = `${part}${hash?.slice(part, part + 4)}`;
        const known = byPart.get(key);
        if (!known) byPart.set(key, [index]);
        else if (known.at(-1) !== index) known.push(index);
      }
    }
  }
  const tooMany = maxBucket(books.length);
  const pairs: [number, number][] = [];
  for (const [index, book] of books.entries()) {
    const hits = new Map<number, number>();
    for (const hash of book.hashes) {
      for (const part of hash === null ? [] : parts) {
        const others = byPart.get(`${part}${hash?.slice(part, part + 4)}`) ?? [];
        if (others.length > tooMany) continue;
        for (const other of others) if (other > index) hits.set(other, (hits.get(other) ?? 0) + 1);
      }
    }
    for (const [other, count] of hits) {
      const candidate = books[other];
      if (count >= 2 && candidate && isAlike(book, candidate)) pairs.push([book.pk, candidate.pk]);
    }
  }
  return pairs;
};

/** A book to group: by content hash and by the look of its pages. */
export interface ComparedBook extends SampledBook {
  /** Empty if unknown. */
  content_hash: string;
}

/**
 * Group names of books with the same content or look: one per group, the content hash of its first
 * book that has one. Books without matches have none.
 */
export const groupSimilar = (books: readonly ComparedBook[]): Map<number, string> => {
  const parents = new Map(books.map(({ pk }) => [pk, pk]));
  const rootOf = (pk: number): number => {
    let root = pk;
    for (
      let next = parents.get(root);
      next !== undefined && next !== root;
      next = parents.get(root)
    ) {
      root = next;
    }
    parents.set(pk, root);
    return root;
  };
  const join = (a: number, b: number) => {
    const [first, second] = [rootOf(a), rootOf(b)];
    parents.set(Math.max(first, second), Math.min(first, second));
  };
  const byContent = new Map<string, number>();
  for (const { pk, content_hash: hash } of books) {
    const known = hash === '' ? undefined : byContent.get(hash);
    if (known !== undefined) join(known, pk);
    else byContent.set(hash, pk);
  }
  for (const [a, b] of similarPairs(books)) join(a, b);
  const names = new Map<number, string>();
  for (const { pk, content_hash: hash, hashes } of books) {
    const root = rootOf(pk);
    const name = hash === '' ? hashes.join() : hash;
    if (!names.has(root) && name !== '') names.set(root, name);
  }
  return new Map(
    books.flatMap(({ pk }) => {
      const name = names.get(rootOf(pk));
      return name === undefined ? [] : [[pk, name] as const];
    }),
  );
};
