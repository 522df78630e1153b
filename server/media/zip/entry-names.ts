import { isUtf8 } from 'node:buffer';

/** The upper half of code page 437, ZIP's default encoding. */
const cp437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■ ';

const decodeCp437 = (bytes: Buffer): string =>
  Array.from(bytes, (byte) =>
    byte < 0x80 ? String.fromCharCode(byte) : (cp437[byte - 0x80] ?? '?'),
  ).join('');

interface Guess {
  encoding: string;
  /** Typical characters of a name in this encoding; all others count against it. */
  expected: RegExp;
  /** Minimum share of non-ASCII letters that must match. */
  share: number;
}

// Rare characters indicate a wrong guess: valid byte pairs, but not real text.
const guesses: Guess[] = [
  { encoding: 'shift_jis', expected: /[\u3000-\u30ff\u4e00-\u9fff\uff01-\uff5e]/u, share: 0.8 },
  { encoding: 'euc-kr', expected: /[\uac00-\ud7a3\u3000-\u303f\uff01-\uff5e]/u, share: 0.8 },
  { encoding: 'gbk', expected: /[\u3000-\u303f\u4e00-\u9fff\uff01-\uff5e]/u, share: 0.8 },
  { encoding: 'ibm866', expected: /[а-яё]/iu, share: 1 },
  { encoding: 'windows-1252', expected: /[\u00bf-\u00ff¡ŠšŽžŒœŸ‘’“”–—…]/u, share: 1 },
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

/**
 * GBK accepts nearly every pair of high bytes; real Chinese text uses the rows of common
 * characters.
 */
const usesCommonRows = (names: Buffer[]): boolean => {
  let common = 0;
  let pairs = 0;
  for (const name of names) {
    for (let index = 0; index < name.length; index++) {
      const lead = name[index] ?? 0;
      if (lead < 0x80) continue;
      pairs += 1;
      index += 1;
      if (lead >= 0xa1 && lead <= 0xd7 && (name[index] ?? 0) >= 0xa1) common += 1;
    }
  }
  return common >= pairs * 0.6;
};

/** Rows 8 to 0x97 of Shift-JIS: kana, symbols and the common kanji. */
const looksJapanese = (names: Buffer[]): boolean => {
  let common = 0;
  let letters = 0;
  for (const name of names) {
    for (let index = 0; index < name.length; index++) {
      const lead = name[index] ?? 0;
      if (lead < 0x80) continue;
      letters += 1;
      if (lead >= 0xa1 && lead <= 0xdf) continue;
      index += 1;
      if (lead <= 0x97) common += 1;
    }
  }
  return common >= letters * 0.6;
};

const letterCount = (text: string, letters: ReadonlySet<string>): number =>
  Array.from(text).filter((letter) => letters.has(letter)).length;

// The most frequent characters in file names: every second one in Korean, every third in Chinese.
const frequentHangul = new Set(
  '가거고과구권그기나네는니다단대도동드들라래로리마만맨머모무물미바보부비사상생서선성세소수스시신아악안야어언에여연영오와외왕요용우운원위유은을의이인일임자작장전정제조주지진집차천체초최추카코크키타토트파편표프피하학한해혼화회히',
);
const frequentHanzi = new Set(
  '一不之了事二人九五他们传会伝八六册军出刊别十卷历口只史合后名周四回国图地外大天太女妖娘子学官家小少屋山师平年幻店度录彩心志总恋我战扉手故文斗新方无日星春时月有服本来校梦死武殿民水海漫灵火物特犬狗王生画番百的目真神秘章第篇精终线结绝网美群者考色花行表装西记话语说贼赛超路车轮连道部里重金长门间队附限集雨零雪青面音页题风食香马鬼魔黑龙',
);

/** EUC-KR and GBK overlap: text in one decodes as rare characters in the other. */
const looksKorean = (names: Buffer[]): boolean => {
  const all = Buffer.concat(names);
  const korean = letterCount(new TextDecoder('euc-kr').decode(all), frequentHangul);
  return korean > letterCount(new TextDecoder('gbk').decode(all), frequentHanzi);
};

/**
 * CP866 gives Cyrillic letters to the bytes of accented letters in CP437. Cyrillic names contain
 * three such letters in a row, and never one next to an ASCII letter.
 */
const looksRussian = (names: Buffer[]): boolean => {
  const texts = names.map((name) => name.toString('latin1'));
  return (
    texts.some((text) => /[\x80-\xaf\xe0-\xf1]{3}/.test(text)) &&
    !texts.some((text) => /[a-z][\x80-\xff]|[\x80-\xff][a-z]/i.test(text))
  );
};

/**
 * Letters and punctuation of Windows-1252 that are frame characters and the like in CP437, the
 * default of ZIP.
 */
const looksWestern = (names: Buffer[]): boolean => {
  const text = Buffer.concat(names).toString('latin1');
  return /[\xc0-\xe0\xe2-\xff]/.test(text) && !/[\x80-\x84\x86-\x90\x98-\x9f]/.test(text);
};

/** Additional conditions for encodings that nearly always accept each other's bytes. */
const checks: Record<string, (names: Buffer[]) => boolean> = {
  shift_jis: looksJapanese,
  'euc-kr': looksKorean,
  gbk: usesCommonRows,
  ibm866: looksRussian,
  'windows-1252': looksWestern,
};

/**
 * Maximum bytes of names sampled to detect their encoding: an archive can contain megabytes of
 * names.
 */
const enoughBytes = 64 * 1024;

const firstOf = (names: Buffer[]): Buffer[] => {
  let bytes = 0;
  return names.filter((name) => (bytes += name.length) <= enoughBytes);
};

/**
 * A decoder for an archive's names without UTF-8 flag. Names of one archive share an encoding, so
 * they are examined together: UTF-8, else Shift-JIS, EUC-KR, GBK, CP866 or Windows-1252 if
 * the result is plausible text, else CP437.
 */
export const guessNameDecoder = (names: Buffer[]): ((name: Buffer) => string) => {
  const foreign = names.filter((name) => !isUtf8(name));
  if (foreign.length === 0) return (name) => name.toString('utf8');
  const sample = firstOf(foreign);
  const guess = guesses.find(
    (candidate) => fits(candidate, sample) && (checks[candidate.encoding]?.(sample) ?? true),
  );
  if (!guess) return (name) => (isUtf8(name) ? name.toString('utf8') : decodeCp437(name));
  const decoder = new TextDecoder(guess.encoding);
  // Two bytes can form a valid UTF-8 letter by chance, but an implausible one next to this
  // encoding.
  const byChance = (name: Buffer) => name.some((byte) => byte >= 0xc2 && byte <= 0xdf);
  return (name) => (isUtf8(name) && !byChance(name) ? name.toString('utf8') : decoder.decode(name));
};
