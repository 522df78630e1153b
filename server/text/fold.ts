/** Letters that Unicode does not decompose, though a reader types them without their stroke. */
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

// Combining marks of Latin, Greek and Cyrillic. Marks of other scripts (dakuten, vowel signs) carry
// meaning and stay.
const marks = /[\u0300-\u036f]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]/g;

// eslint-disable-next-line no-control-regex -- the whole ASCII range is meant
const ascii = /^[\u0000-\u007f]*$/;

/**
 * A run of more marks than any script puts on a letter. Normalising sorts the marks of a run in a time that
 * grows with the square of its length; 30 is the bound of the Stream-Safe Text Format (UAX #15).
 */
const longRuns = /(\p{M}{30})\p{M}+/gu;

/** Unicode normalisation in a time that grows with the length of the text; marks beyond 30 in a row are dropped. */
export const normalize = (text: string, form: 'NFC' | 'NFKD' = 'NFC'): string =>
  text.replace(longRuns, '$1').normalize(form);

/** Text for comparing without regard to case, diacritics and width: `fold('Ａstérix')` is `asterix`. */
export const fold = (text: string): string => {
  if (ascii.test(text)) return text.toLowerCase();
  return normalize(text, 'NFKD')
    .replace(marks, '')
    .toLowerCase()
    .replace(/[ßæœøđðłþħı]/g, (letter) => plain[letter] ?? letter)
    .normalize('NFC');
};
