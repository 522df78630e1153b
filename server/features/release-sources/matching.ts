import { toSearchKey } from '../../text/search-key.ts';

/** Keeps only letters and digits, with single spaces between words, without “and” like “&”. */
const plain = (title: string): string =>
  toSearchKey(title)
    .replace(/[’'`]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/(?<=\S) and(?= \S)/g, '')
    .trim();

/** A title in the form that is compared. */
export interface ComparedTitle {
  text: string;
  words: string[];
  /** Each pair of neighbouring letters, with how often it occurs. */
  pairs: Map<string, number>;
  pairCount: number;
}

export const comparedTitle = (title: string): ComparedTitle => {
  const text = plain(title);
  const pairs = new Map<string, number>();
  for (let index = 0; index < text.length - 1; index += 1) {
    const pair = text.slice(index, index + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return { text, words: text.split(' '), pairs, pairCount: Math.max(0, text.length - 1) };
};

/** Share of common letter pairs in two texts, 0 to 1. */
const similarity = (a: ComparedTitle, b: ComparedTitle): number => {
  const [fewer, more] = a.pairs.size < b.pairs.size ? [a.pairs, b.pairs] : [b.pairs, a.pairs];
  let common = 0;
  for (const [pair, count] of fewer) common += Math.min(count, more.get(pair) ?? 0);
  return (2 * common) / Math.max(1, a.pairCount + b.pairCount);
};

/**
 * Score factor for a title with additional words, which is more often a sequel or another edition.
 */
const moreWords = 0.8;
const almost = 0.95;

const resemblance = (a: ComparedTitle, b: ComparedTitle, atLeast: number): number => {
  if (a.text === '' || b.text === '') return 0;
  if (a.text === b.text) return 1;
  const most = (2 * Math.min(a.pairCount, b.pairCount)) / Math.max(1, a.pairCount + b.pairCount);
  if (most * almost < atLeast) return 0;
  const shared = similarity(a, b);
  if (shared * almost < atLeast) return 0;
  const contained =
    a.words.every((word) => b.words.includes(word)) ||
    b.words.every((word) => a.words.includes(word));
  return shared * (contained ? moreWords : almost);
};

/**
 * Match confidence of titles and a series' names: 0 to 1, and 1 only for equal names. Can be 0 if below `atLeast`.
 */
export const confidenceOf = (
  titles: readonly ComparedTitle[],
  names: readonly ComparedTitle[],
  atLeast: number,
): number => {
  const scores = titles.flatMap((title) => names.map((name) => resemblance(title, name, atLeast)));
  return Math.round(Math.max(0, ...scores) * 100) / 100;
};
