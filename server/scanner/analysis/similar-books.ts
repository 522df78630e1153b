import { hashDistance } from '../../media/page-hash.ts';
import { areOtherEditions, type EditionFacts } from './editions.ts';

/**
 * Consecutive pages of a book that are hashed, so that an extra page before them only shifts them.
 */
export const sampledPages = 8;

/** The first page to sample, 0-based: after the first fifth, within the story. */
export const sampleStart = (pageCount: number): number =>
  Math.min(Math.floor(pageCount / 5), Math.max(0, pageCount - sampledPages));

/** 0-based indexes of the pages to sample. */
export const sampleOf = (pageCount: number): number[] => {
  const start = sampleStart(pageCount);
  return Array.from({ length: Math.min(sampledPages, pageCount) }, (_, index) => start + index);
};

/** Maximum Hamming distance between two scans of one page. */
const closeEnough = 12;
/** Distance from which on pages certainly differ; in between, it is unclear. */
const tooFar = 20;
/** Minimum matching pages, of the eight. */
export const enoughPages = 5;

/** The hash of a sampled page, by its index among them; null for one without distinctive content. */
export type PageHashAt = (index: number) => Promise<string | null>;

/** Indexes of a page in the samples of two books. */
export type SamePage = readonly [first: number, second: number];

/**
 * The pages that two books share: at least five of eight at one of the offsets, or none. Requests
 * them pair by pair, and gives up an offset at the first pair that differs too much, unless more
 * pages matched before.
 */
export const findSamePages = async (
  a: PageHashAt,
  b: PageHashAt,
  shifts: readonly number[],
): Promise<readonly SamePage[]> => {
  for (const shift of shifts) {
    const same: SamePage[] = [];
    let different = 0;
    const last = Math.min(sampledPages, sampledPages - shift);
    for (let index = Math.max(0, -shift); index < last; index++) {
      if (same.length + last - index < enoughPages || different > same.length) break;
      const hash = await a(index);
      if (hash === null) continue;
      const other = await b(index + shift);
      if (other === null) continue;
      const distance = hashDistance(hash, other);
      if (distance <= closeEnough) same.push([index, index + shift]);
      else if (distance >= tooFar) different += 1;
      if (same.length === enoughPages) return same;
    }
  }
  return [];
};

/** A book to group. */
export interface GroupedBook extends EditionFacts {
  pk: number;
  /** Its name where the content is unknown. */
  id: string;
  /** Empty if unknown. */
  content_hash: string;
}

/**
 * Group names of books with the same content or look: one per group, the content hash of its first
 * book that has one. Books without matches have none. Editions that differ by language, words in the
 * name or number of pages are in no common group, unless they have the same content.
 */
export const groupSimilar = (
  books: readonly GroupedBook[],
  pairs: readonly (readonly [number, number])[],
): Map<number, string> => {
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
  const members = Map.groupBy(books, ({ pk }) => rootOf(pk));
  const membersOf = (pk: number) => members.get(rootOf(pk)) ?? [];
  for (const [a, b] of pairs) {
    const [first, second] = [membersOf(a), membersOf(b)];
    if (first === second || first.length === 0 || second.length === 0) continue;
    if (first.some((book) => second.some((other) => areOtherEditions(book, other)))) continue;
    join(a, b);
    members.set(rootOf(a), [...first, ...second]);
  }
  const groups = Map.groupBy(books, ({ pk }) => rootOf(pk));
  const names = new Map<number, string>();
  for (const members of groups.values()) {
    if (members.length === 1) continue;
    const named = members.find(({ content_hash: hash }) => hash !== '');
    for (const { pk } of members) names.set(pk, named?.content_hash ?? members[0]?.id ?? '');
  }
  return names;
};
