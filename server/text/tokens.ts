import { toSearchKey } from './search-key.ts';

/** Scripts without spaces between words: each character is a word of its own. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/gu;

/**
 * Splits a text into folded words at punctuation and symbols; NUL is ignored. A run of Chinese or
 * Japanese is one word with spaces between its characters, so that any part of it can be found:
 * `words('X-Men 進撃')` is `['x', 'men', '進 撃']`.
 */
export const words = (text: string): string[] =>
  (toSearchKey(text.replaceAll('\0', '')).match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).map((word) =>
    word.replace(unspaced, ' $& ').replace(/ +/g, ' ').trim(),
  );

/** Single letters with full stops: "S.H.I.E.L.D.", "J. R. R." */
const initials = /(?<![\p{L}\p{N}])(?:\p{L}\.\s?){2,}(?:\p{L}(?![\p{L}\p{N}]))?/gu;

/** The words by which a text is found: also its initials as one word, `shield` and `jrr`. */
export const searchedWords = (text: string): string[] => [
  ...words(text),
  ...(text.match(initials) ?? []).flatMap((letters) => words(letters.replace(/[.\s]/g, ''))),
];

/**
 * The trigrams of a padded word, so that its first letters weigh more: `ab` has `··a`, `·ab`,
 * `ab·`.
 */
export const trigrams = (word: string): Set<string> => {
  const letters = Array.from(`  ${word} `);
  return new Set(letters.slice(2).map((_, index) => letters.slice(index, index + 3).join('')));
};

/** Similarity of two words, 0 to 1: the share of common trigrams. */
const similarity = (ofA: ReadonlySet<string>, ofB: ReadonlySet<string>): number => {
  const shared = [...ofA].filter((trigram) => ofB.has(trigram)).length;
  return (2 * shared) / (ofA.size + ofB.size);
};

/**
 * Threshold: two swapped letters in a word of six still match; a common beginning alone does not.
 */
const alike = 0.4;

/**
 * How well a name matches possibly misspelled words, 0 to 1: each word must be a prefix of, or
 * similar to, a word in the name, otherwise 0.
 */
export const similarityTo = (wanted: readonly string[]) => {
  const known = wanted.map((word) => ({ word, ofWord: trigrams(word) }));
  return (name: readonly string[]): number => {
    const others = name.map((other) => ({ other, ofOther: trigrams(other) }));
    const best = known.map(({ word, ofWord }) =>
      Math.max(
        0,
        ...others.map(({ other, ofOther }) =>
          other.startsWith(word) ? 1 : similarity(ofWord, ofOther),
        ),
      ),
    );
    return best.some((value) => value < alike)
      ? 0
      : best.reduce((sum, value) => sum + value, 0) / best.length;
  };
};
