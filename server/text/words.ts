import { fold } from './fold.ts';

/** Scripts that put no spaces between words: each character is a word of its own. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/gu;

/**
 * The words of a text, folded; punctuation and symbols part them, NUL is nothing. A run of Chinese or Japanese
 * stays one word whose characters have spaces between them, so that it is found by any part of it:
 * `words('X-Men 進撃')` is `['x', 'men', '進 撃']`.
 */
export const words = (text: string): string[] =>
  (fold(text.replaceAll('\0', '')).match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).map((word) =>
    word.replace(unspaced, ' $& ').replace(/ +/g, ' ').trim(),
  );

/** The trigrams of a word with room around it, so that its first letters weigh more: `ab` has `··a`, `·ab`, `ab·`. */
export const trigrams = (word: string): Set<string> => {
  const letters = Array.from(`  ${word} `);
  return new Set(letters.slice(2).map((_, index) => letters.slice(index, index + 3).join('')));
};

/** The trigrams of the words of a text that all texts around it have as well, each once. */
export const trigramsWithin = (text: string): string[] => [
  ...new Set(
    words(text).flatMap((word) => {
      const letters = Array.from(word);
      return letters.slice(2).map((_, index) => letters.slice(index, index + 3).join(''));
    }),
  ),
];

/** How alike two words are, 0 to 1: the share of trigrams that they have in common. */
const similarity = (a: string, b: string): number => {
  const [ofA, ofB] = [trigrams(a), trigrams(b)];
  const shared = [...ofA].filter((trigram) => ofB.has(trigram)).length;
  return (2 * shared) / (ofA.size + ofB.size);
};

/** Two letters swapped in a word of six still pass; words that only begin alike do not. */
const alike = 0.4;

/**
 * How well a name fits words that may be misspelt, 0 to 1: each has to begin a word of the name or be
 * like one, otherwise it is 0.
 */
export const likeness = (wanted: readonly string[], name: readonly string[]): number => {
  const best = wanted.map((word) =>
    Math.max(0, ...name.map((other) => (other.startsWith(word) ? 1 : similarity(word, other)))),
  );
  return best.some((value) => value < alike)
    ? 0
    : best.reduce((sum, value) => sum + value, 0) / best.length;
};
