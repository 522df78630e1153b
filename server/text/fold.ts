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

/** Text for comparing without regard to case, diacritics and width: `fold('Ａstérix')` is `asterix`. */
export const fold = (text: string): string => {
  if (ascii.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(marks, '')
    .toLowerCase()
    .replace(/[ßæœøđðłþħı]/g, (letter) => plain[letter] ?? letter)
    .normalize('NFC');
};
