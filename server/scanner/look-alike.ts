import { hashDistance } from '../media/page-hash.ts';

/** Pages of a book that are hashed: neighbours, so that a page more in front of them only shifts them. */
export const sampledPages = 8;

/** Which pages are sampled of so many, from 0: those behind the first fifth, where the story is going on. */
export const sampleOf = (pageCount: number): number[] => {
  const start = Math.min(Math.floor(pageCount / 5), Math.max(0, pageCount - sampledPages));
  return Array.from({ length: Math.min(sampledPages, pageCount) }, (_, index) => start + index);
};

/** A book and the hashes of its sampled pages, null for those that tell nothing. */
export interface SampledBook {
  pk: number;
  hashes: readonly (string | null)[];
}

/** Bits that two scans of one page may differ in. */
const closeEnough = 8;
/** Pages that must look the same, of the eight. */
const enoughPages = 5;
/** Pages by which one file may begin earlier than the other. */
const farthest = 2;
/** Hashes share one of these parts if they differ in few bits; so only such books are compared. */
const parts = [0, 4, 8, 12] as const;
/** What so many of all books have in common is a credits page or a pattern, and tells nothing. */
const commonplace = (books: number): number => Math.max(100, books / 500);

const look = (a: SampledBook, b: SampledBook, shift: number): number => {
  let same = 0;
  for (const [at, hash] of a.hashes.entries()) {
    const other = b.hashes[at + shift];
    if (hash && other && hashDistance(hash, other) <= closeEnough) same += 1;
  }
  return same;
};

const isAlike = (a: SampledBook, b: SampledBook): boolean => {
  for (let shift = -farthest; shift <= farthest; shift++) {
    if (look(a, b, shift) >= enoughPages) return true;
  }
  return false;
};

/**
 * Pairs of books whose sampled pages look the same, each pair once. Books are compared only where at least
 * two pages share a part of their hash, so the time grows with the books and not with their pairs.
 */
export const alikePairs = (books: readonly SampledBook[]): [number, number][] => {
  const byPart = new Map<string, number[]>();
  for (const [index, { hashes }] of books.entries()) {
    for (const hash of hashes) {
      for (const at of hash === null ? [] : parts) {
        const key = `${at}${hash?.slice(at, at + 4)}`;
        const known = byPart.get(key);
        if (!known) byPart.set(key, [index]);
        else if (known.at(-1) !== index) known.push(index);
      }
    }
  }
  const tooMany = commonplace(books.length);
  const pairs: [number, number][] = [];
  for (const [index, book] of books.entries()) {
    const hits = new Map<number, number>();
    for (const hash of book.hashes) {
      for (const at of hash === null ? [] : parts) {
        const others = byPart.get(`${at}${hash?.slice(at, at + 4)}`) ?? [];
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

/** A book as it is grouped: by its content hash, and by what its pages look like. */
export interface ComparedBook extends SampledBook {
  /** Empty where the content cannot be told. */
  content_hash: string;
}

/**
 * What each book has in common with those of the same content and those that look like it: one name a
 * group, the content hash of its first book that has one. Books with neither have none.
 */
export const nameLooks = (books: readonly ComparedBook[]): Map<number, string> => {
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
  for (const [a, b] of alikePairs(books)) join(a, b);
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
