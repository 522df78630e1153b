import { getOwn } from '../../text/own-property.ts';

/** Release data in brackets beside a name, not part of the title. */
export interface Tags {
  year: number | null;
  language: string | null;
  group: string | null;
  /** "(of 07)", "(1 of 3)". */
  count: number | null;
  /** The issue of "(1 of 3)". */
  issue: number | null;
  /** First year of the series, if the name has it besides the book's own year: "Yarns (1957) #92 (1969)". */
  series_year: number | null;
  /** Bracket contents that name volumes or chapters, parsed like the name itself. */
  numbering: string[];
}

const languages: Record<string, string> = {
  en: 'en',
  eng: 'en',
  english: 'en',
  fr: 'fr',
  fra: 'fr',
  french: 'fr',
  de: 'de',
  ger: 'de',
  deu: 'de',
  german: 'de',
  es: 'es',
  esp: 'es',
  spa: 'es',
  spanish: 'es',
  it: 'it',
  ita: 'it',
  italian: 'it',
  ja: 'ja',
  jp: 'ja',
  jpn: 'ja',
  japanese: 'ja',
  ko: 'ko',
  kor: 'ko',
  korean: 'ko',
  zh: 'zh',
  chi: 'zh',
  chinese: 'zh',
  pt: 'pt',
  por: 'pt',
  'pt-br': 'pt-BR',
  nl: 'nl',
  dutch: 'nl',
  pl: 'pl',
  ru: 'ru',
  rus: 'ru',
};

/** Words in brackets that describe the production and are not a group. */
const making =
  /^(digital.*|webrip|web|scan(lation|s)?|c2c|f|f\d|hd|hq|\d+px|\d+ (covers?|pages)|fixed|repaired|full colou?r|colou?r(ed)?|cbt|tar|rar\S*|webp.*|oneshot|end|complete|uncensored|omnibus|\d{1,2})$/i;

const numbering = /^(#|v\d|vol|c\d|ch[ap. \d]|volume|chapter|(book|band|tome|tomo) \d|第)/i;
const monthNames = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';
const yearTag = new RegExp(
  `^(?:(?:\\d{2}(?:-\\d{2})?|(?:${monthNames})\\w*),? )?((?:18|19|20)\\d{2})(?:-\\d{2,4})?(?:-\\d{2})?$`,
  'i',
);

/** A fair at which a dōjinshi was sold, in front of its name: "(C97)". */
const event = /^C\d{2,3}$/;

const bracketed = /\[([^[\]]*)\]|\(([^()]*)\)|\{([^{}]*)\}|【([^【】]*)】/g;
/** The second edition of a scan, not a volume: "Chapter 12 [v2]". */
const revision = /^v\d$/i;
/** The same words outside of brackets. */
const trailing = /(?<=\S\s)(?:c2c|digital|webrip|repaired|fixed|colou?red)$/i;

const readTag = (tags: Tags, text: string, position: 'first' | 'later'): void => {
  const year = yearTag.exec(text)?.[1];
  const counted = /^(\d{1,9})?\s*of\s*(\d{1,9})$/i.exec(text);
  const language = getOwn(languages, text.toLowerCase());
  if (year !== undefined) {
    tags.series_year ??= tags.year;
    tags.year = Number(year);
  } else if (counted) {
    tags.count = Number(counted[2]);
    if (counted[1] !== undefined) tags.issue = Number(counted[1]);
  } else if (position === 'first' && event.test(text)) return;
  else if (numbering.test(text) && !making.test(text)) tags.numbering.push(text);
  else if (language !== undefined) tags.language = language;
  else if (text !== '' && !making.test(text)) {
    // A group in front wins; among those at the end, the last one, because publishers come before
    // it.
    if (position === 'first' || tags.group === null || !tags.group.startsWith('\0')) {
      tags.group = position === 'first' ? `\0${text}` : text;
    }
  }
};

/**
 * Removes bracketed parts from a name. `rest` is the remainder, whitespace collapsed; an unclosed
 * bracket truncates the name.
 */
export const takeTags = (name: string): { rest: string; tags: Tags } => {
  const tags: Tags = {
    year: null,
    language: null,
    group: null,
    count: null,
    issue: null,
    series_year: null,
    numbering: [],
  };
  let rest = name
    .replace(bracketed, (all, ...parts: (string | number | undefined)[]) => {
      const text = all.slice(1, -1).trim();
      const offset = parts.at(-2);
      if (all.startsWith('[') && revision.test(text)) return ' ';
      readTag(tags, text, offset === 0 ? 'first' : 'later');
      return ' ';
    })
    .replace(/[[(][^\])]*$/, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const counted = /(?<!\bpart)\s(\d+) of (\d+)$/i.exec(rest);
  if (counted && tags.count === null) {
    readTag(tags, counted[0].trim(), 'later');
    rest = rest.slice(0, counted.index);
  }
  while (trailing.test(rest)) rest = rest.replace(trailing, '').trim();
  tags.group = tags.group?.replace('\0', '') ?? null;
  return { rest, tags };
};
