import { toSearchKey } from '../../text/search-key.ts';

/** Keeps only letters and digits, with single spaces between words, without “and” like “&”. */
const plain = (title: string): string =>
  toSearchKey(title)
    .replace(/[’'`]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/(?<=\S) and(?= \S)/g, '')
    .trim();

const pairs = (text: string): string[] =>
  Array.from({ length: Math.max(0, text.length - 1) }, (_, index) => text.slice(index, index + 2));

/** Share of common letter pairs in two texts, 0 to 1. */
const similarity = (a: string, b: string): number => {
  const left = pairs(a);
  const right = new Map<string, number>();
  for (const pair of pairs(b)) right.set(pair, (right.get(pair) ?? 0) + 1);
  const common = left.filter((pair) => {
    const count = right.get(pair) ?? 0;
    right.set(pair, count - 1);
    return count > 0;
  });
  return (2 * common.length) / Math.max(1, left.length + pairs(b).length);
};

/**
 * Score factor for a title with additional words, which is more often a sequel or another edition.
 */
const moreWords = 0.8;
const almost = 0.95;

const resemblance = (a: string, b: string): number => {
  if (a === '' || b === '') return 0;
  if (a === b) return 1;
  const [left, right] = [a.split(' '), b.split(' ')];
  const contained =
    left.every((word) => right.includes(word)) || right.every((word) => left.includes(word));
  return similarity(a, b) * (contained ? moreWords : almost);
};

/** Match confidence of titles and a series' names: 0 to 1, and 1 only for equal names. */
export const confidenceOf = (titles: readonly string[], names: readonly string[]): number => {
  const known = names.map(plain);
  const scores = titles
    .map(plain)
    .flatMap((title) => known.map((name) => resemblance(title, name)));
  return Math.round(Math.max(0, ...scores) * 100) / 100;
};
