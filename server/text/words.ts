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

/**
 * The trigrams of the words of a text that all texts around it have as well, each once. Of more than `most`
 * those are taken that are spread over the text.
 */
export const trigramsWithin = (text: string, most: number): string[] => {
  const all = new Set(
    words(text).flatMap((word) => {
      const letters = Array.from(word);
      return letters.slice(2).map((_, index) => letters.slice(index, index + 3).join(''));
    }),
  );
  const step = Math.max(1, all.size / most);
  return [...all].filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
};

/** How alike two words are, 0 to 1: the share of their trigrams that they have in common. */
const similarity = (ofA: ReadonlySet<string>, ofB: ReadonlySet<string>): number => {
  const shared = [...ofA].filter((trigram) => ofB.has(trigram)).length;
  return (2 * shared) / (ofA.size + ofB.size);
};

/** Two letters swapped in a word of six still pass; words that only begin alike do not. */
const alike = 0.4;

/**
 * How well names fit words that may be misspelt, 0 to 1: each word has to begin a word of the name or be
 * like one, otherwise it is 0.
 */
export const likenessTo = (wanted: readonly string[]) => {
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
