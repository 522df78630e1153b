import { toSearchKey } from '../../text/search-key.ts';

/** Properties that distinguish the editions of a work. */
export interface EditionFacts {
  /** BCP 47, from metadata; null if unknown. */
  language: string | null;
  filename: string;
  series_name: string;
  page_count: number;
}

const languages =
  'ar bg ca cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv ms nb nl no pl pt ro ru sk sl sr sv th tr uk vi zh'.split(
    ' ',
  );
/** Codes that files use besides ISO 639-1. */
const otherCodes: Readonly<Record<string, string>> = {
  ...{ jp: 'ja', jpn: 'ja', kr: 'ko', kor: 'ko', cn: 'zh', chi: 'zh', zho: 'zh', cz: 'cs' },
  ...{ eng: 'en', ger: 'de', deu: 'de', fre: 'fr', fra: 'fr', spa: 'es', esp: 'es', ita: 'it' },
  ...{ por: 'pt', br: 'pt', dut: 'nl', nld: 'nl', pol: 'pl', rus: 'ru', ukr: 'uk', swe: 'sv' },
};

const nameLanguages = () =>
  new Map([
    ...Object.entries(otherCodes),
    ...languages.flatMap((code): [string, string][] => [
      [code, code],
      ...['en', 'de', code].map((inLanguage): [string, string] => [
        toSearchKey(new Intl.DisplayNames([inLanguage], { type: 'language' }).of(code) ?? code),
        code,
      ]),
    ]),
  ]);
let codes: ReturnType<typeof nameLanguages> | undefined;
/**
 * Code of a language by its name in English, German or itself, or by a code. The names take 14 ms
 * to collect, so a thread that compares no editions does without them.
 */
const languageOf = (name: string) => (codes ??= nameLanguages()).get(name);

/** Words that mark another edition, by meaning; spelled as `toSearchKey` returns them. */
const marks: Readonly<Record<string, RegExp>> = {
  coloured:
    /\b(digital(ly)? )?colou?r(ed|ised|ized|ization|isation)\b|\bkoloriert|\bfull colou?r\b/,
  monochrome: /\bb ?& ?w\b|\bblack (and|&) white\b|\bmonochrome\b|\bschwarz-?weiss\b/,
  textless: /\btextless\b|\bwithout text\b|\bohne text\b/,
  untranslated: /[([]raws?[)\]]/,
  deluxe: /\bde ?luxe\b/,
  omnibus: /\bomnibus\b|\bintegrale?\b|\bgesamtausgabe\b/,
  special:
    /\b(special|limited|anniversary|collector'?s|artist'?s|director'?s|annotated) (edition|cut)\b|\bsonderausgabe\b/,
  remastered: /\bremaster(ed)?\b/,
  uncensored: /\buncensored\b|\buncut\b|\bunzensiert\b/,
  censored: /\bcensored\b|\bzensiert\b/,
  preview: /\b(preview|sample)\b|\bleseprobe\b/,
  abridged: /\babridged\b|\bgekurzt\b/,
};

/** Additional pages from which on a book is another edition: a number, and per cent. */
const otherPages = { least: 4, percent: 10 };

/**
 * The language that a name states: in brackets, as `(JA)`, `[English]` or `(French edition)`, before
 * the extension, as `.fr.cbz`, or by Japanese or Korean letters. Elsewhere, names of languages belong
 * to titles.
 */
const namedLanguage = (name: string): string | null => {
  const stated = [
    ...[...name.matchAll(/[([{]([^()[\]{}]+)[)\]}]/g)].flatMap(([, inner = '']) =>
      inner.split(/[,;/+&]/),
    ),
    /\.([a-z]{2,3})\.[a-z0-9]{2,4}$/.exec(name)?.[1] ?? '',
  ];
  for (const part of stated) {
    const word = part.trim().replace(/ (edition|version|translation|ausgabe)$/, '');
    const code = languageOf(word) ?? languageOf(word.replace(/[-_][a-z]{2,4}$/, ''));
    if (code !== undefined) return code;
  }
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]|第\d+[話巻]/u.test(name)) return 'ja';
  return /\p{Script=Hangul}/u.test(name) ? 'ko' : null;
};

/** Facts as they are compared. */
const editionOf = ({ language, filename, series_name, page_count }: EditionFacts) => {
  const names = [toSearchKey(filename), toSearchKey(series_name)];
  const text = names.join('\n').replaceAll('_', ' ');
  return {
    language:
      language?.split(/[-_]/)[0]?.toLowerCase() ??
      names.map(namedLanguage).find((code) => code !== null) ??
      null,
    marks: Object.keys(marks)
      .filter((name) => marks[name]?.test(text))
      .join(),
    page_count,
  };
};

/**
 * Whether two books that show the same pictures are different editions, so that neither is a copy:
 * another language, words such as "coloured" in one name only, or another number of pages.
 */
export const areOtherEditions = (first: EditionFacts, second: EditionFacts): boolean => {
  const [a, b] = [editionOf(first), editionOf(second)];
  if (a.language !== null && b.language !== null && a.language !== b.language) return true;
  if (a.marks !== b.marks) return true;
  const more = Math.abs(a.page_count - b.page_count);
  const most = Math.max(a.page_count, b.page_count);
  return more >= otherPages.least && more * 100 > most * otherPages.percent;
};
