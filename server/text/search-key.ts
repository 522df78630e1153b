/** Letters without a Unicode decomposition that readers type without their stroke. */
const plain: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
};

// Combining marks of Latin, Greek and Cyrillic. Marks of other scripts (dakuten, vowel signs) are
// significant and kept.
const marks = /[\u0300-\u036f]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]/g;

// eslint-disable-next-line no-control-regex -- the whole ASCII range is meant
const ascii = /^[\u0000-\u007f]*$/;

/**
 * More consecutive marks than any script uses. Normalisation sorts them in quadratic time; 30 is
 * the limit of the Stream-Safe Text Format (UAX #15).
 */
const longRuns = /(\p{M}{30})\p{M}+/gu;

/** Unicode normalisation in linear time; marks beyond 30 in a row are dropped. */
export const normalize = (text: string, form: 'NFC' | 'NFKD' = 'NFC'): string =>
  text.replace(longRuns, '$1').normalize(form);

/**
 * Normalises text for comparison, ignoring case, diacritics and width: `fold('Ａstérix')` is
 * `asterix`.
 */
export const toSearchKey = (text: string): string => {
  if (ascii.test(text)) return text.toLowerCase();
  return normalize(text, 'NFKD')
    .replace(marks, '')
    .toLowerCase()
    .replace(/[ßæœøđðłþħı]/g, (letter) => plain[letter] ?? letter)
    .normalize('NFC');
};
