import { isUtf8 } from 'node:buffer';

/** The upper half of code page 437, which ZIP falls back to. */
const cp437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■ ';

const decodeCp437 = (bytes: Buffer): string =>
  Array.from(bytes, (byte) =>
    byte < 0x80 ? String.fromCharCode(byte) : (cp437[byte - 0x80] ?? '?'),
  ).join('');

interface Guess {
  encoding: string;
  /** How the text of a name really written in this encoding looks; anything else counts against it. */
  expected: RegExp;
  /** Share of the non-ASCII letters that must look like it. */
  share: number;
}

// Rare characters are what a wrong guess produces: valid byte pairs, but no text that anyone writes.
const guesses: Guess[] = [
  { encoding: 'shift_jis', expected: /[\u3000-\u30ff\u4e00-\u9fff\uff01-\uff5e]/u, share: 0.8 },
  { encoding: 'gbk', expected: /[\u3000-\u303f\u4e00-\u9fff\uff01-\uff5e]/u, share: 0.8 },
  { encoding: 'ibm866', expected: /[а-яё]/iu, share: 1 },
];

const fits = ({ encoding, expected, share }: Guess, names: Buffer[]): boolean => {
  let text: string;
  try {
    const decoder = new TextDecoder(encoding, { fatal: true });
    text = names.map((name) => decoder.decode(name)).join('');
  } catch {
    return false;
  }
  const letters = Array.from(text).filter((letter) => letter > '\x7f');
  return letters.filter((letter) => expected.test(letter)).length >= letters.length * share;
};

/** GBK holds nearly every pair of high bytes; Chinese text stays in the rows of common characters. */
const usesCommonRows = (names: Buffer[]): boolean => {
  let common = 0;
  let pairs = 0;
  for (const name of names) {
    for (let at = 0; at < name.length; at++) {
      const lead = name[at] ?? 0;
      if (lead < 0x80) continue;
      pairs += 1;
      at += 1;
      if (lead >= 0xa1 && lead <= 0xd7 && (name[at] ?? 0) >= 0xa1) common += 1;
    }
  }
  return common >= pairs * 0.6;
};

/** Rows 8 to 0x97 of Shift-JIS: kana, signs and the common kanji. */
const looksJapanese = (names: Buffer[]): boolean => {
  let common = 0;
  let letters = 0;
  for (const name of names) {
    for (let at = 0; at < name.length; at++) {
      const lead = name[at] ?? 0;
      if (lead < 0x80) continue;
      letters += 1;
      if (lead >= 0xa1 && lead <= 0xdf) continue;
      at += 1;
      if (lead <= 0x97) common += 1;
    }
  }
  return common >= letters * 0.6;
};

/**
 * A decoder for the names of one archive that carry no UTF-8 flag. Names of one archive share their
 * encoding, so all are looked at together: UTF-8, else Shift-JIS, GBK or CP866 where the result reads
 * like text in it, else CP437.
 */
export const guessNameDecoder = (names: Buffer[]): ((name: Buffer) => string) => {
  const foreign = names.filter((name) => !isUtf8(name));
  if (foreign.length === 0) return (name) => name.toString('utf8');
  const guess = guesses.find(
    (candidate) =>
      fits(candidate, foreign) &&
      (candidate.encoding !== 'gbk' || usesCommonRows(foreign)) &&
      (candidate.encoding !== 'shift_jis' || looksJapanese(foreign)),
  );
  if (!guess) return (name) => (isUtf8(name) ? name.toString('utf8') : decodeCp437(name));
  const decoder = new TextDecoder(guess.encoding);
  return (name) => (isUtf8(name) ? name.toString('utf8') : decoder.decode(name));
};
