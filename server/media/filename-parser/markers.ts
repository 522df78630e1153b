import { hinted } from './hinted.ts';

/** A span of numbers, `last` equal to `first` for a single one. */
export interface Span {
  first: number;
  last: number;
}

/** A marked number in a name: "v02", "Ch. 12.5", "第06話". */
export interface Marker {
  kind: 'volume' | 'chapter';
  span: Span;
  start: number;
  end: number;
}

// A number in a file name: with decimals, or a letter suffix for parts between two chapters.
const number = String.raw`\d+(?:\.\d+)?`;
const single = String.raw`(${number}[a-d]?(?!\w)|${number})`;
/** Ends a number: no letter can follow, except an x with a digit that joins parts ("c1-6x1"). */
const ended = String.raw`(?![^\W_x]|x(?!\d))`;
/** "1-4", or with the marker repeated "c1 - c4"; a blank and another marker start a new span. */
const spanWith = (prefix: string) =>
  String.raw`${single}(?:(?:[-–~]|\s?[-–~]\s?${prefix})(${number}[a-d]?)${ended})?`;
const span = spanWith('~');
const volumeSpan = spanWith('v');
const chapterSpan = spanWith(String.raw`c(?:h\.?)?`);
const before = String.raw`(?<![\p{L}\p{N}])`;
const volumeWord = String.raw`${before}(?:volumes?|vols?|tomes?|tomos?|b[aä]nde?|bd)[\s.]{0,2}`;
/** Joined by a word: "Tome 1 à 6", "Band 1 bis 3", "Vol 1 to 3". */
const wordedRange = String.raw`(${number})\s(?:to|à|bis|al?)\s(${number})${ended}`;
/**
 * "1 - 6" with blanks, at the end, both numbers with as many digits: other numbers behind a volume are
 * those of issues, "Vol 2 - 35".
 */
const spacedRange = String.raw`(?=(?:\d\s[-–]\s\d|\d{2}\s[-–]\s\d{2}|\d{3}\s[-–]\s\d{3})(?:$|\s-\s))(\d+)\s[-–]\s(\d+)`;

const marker = (kind: Marker['kind'], hint: string, pattern: string) => ({
  kind,
  ...hinted(hint, pattern),
  isRange: false,
});

/** Counts only if the second number is larger. */
const volumeRange = (hint: string, pattern: string) => ({
  ...marker('volume', hint, pattern),
  isRange: true,
});

/** German, French, Spanish, Portuguese and Italian. */
const chapterWord = '(?:kapitel|kap|chapitres?|cap[ií]tulos?|capitolo|cap)';
const season = '(?:season|staffel|saison|temporada|stagione)';

/** From the most explicit to the vaguest; the first match of each kind counts. */
const markers = [
  volumeRange('vol|tom|b[aä]nd|bd', volumeWord + wordedRange),
  volumeRange('vol|tom|b[aä]nd|bd', volumeWord + spacedRange),
  volumeRange(
    'volumes|vols|tomes|b[aä]nde',
    String.raw`${before}(?:volumes|vols|tomes|b[aä]nde)[\s.]{0,2}(${number})\s[-–]\s(${number})${ended}`,
  ),
  marker('volume', 'vol', String.raw`${before}(?:volumes?|vol)[\s.\-]{0,2}${span}`),
  marker('volume', String.raw`v\.?\s?\d`, String.raw`${before}v\.?\s?${volumeSpan}`),
  marker(
    'volume',
    'tom[eo]|том|band|bd',
    String.raw`${before}(?:tome|том[аы]?|tomo|band|bd)\.?\s?${span}`,
  ),
  marker('volume', '[巻卷册冊권]', String.raw`第?${span}\s?[巻卷册冊권]`),
  marker('volume', '[卷册冊]', String.raw`[卷册冊]\s?${span}`),
  marker('volume', '시즌', String.raw`시즌\s?${span}`),
  marker('volume', 'เล่ม', String.raw`เล่ม(?:ที่)?\s?${span}`),
  marker('volume', 'том', String.raw`${before}${span}\s?том(?!\p{L})`),
  marker('volume', String.raw`t\.?\d`, String.raw`${before}t\.?${span}(?![\p{L}\p{N}])`),
  marker(
    'volume',
    String.raw`s\d`,
    String.raw`${before}s(\d{1,2})(?=\s\d{2,4}(?![\p{L}\p{N}])|\s?-?\s?ep?[\s.]?\d)`,
  ),
  marker(
    'volume',
    season,
    String.raw`${before}${season}\s?${span}(?=\s?-?\s?(?:e|ep|episode|ch|chapter|folge)[\s.]{0,2}\d)`,
  ),
  marker('volume', String.raw`book\s\d`, String.raw`${before}book\s${span}$`),
  marker('chapter', 'ch', String.raw`${before}(?:chapters?|chap|chp|ch)[\s.\-]{0,2}${chapterSpan}`),
  marker('chapter', chapterWord, String.raw`${before}${chapterWord}[\s.\-]{0,2}${span}`),
  marker('chapter', String.raw`c\.?\d`, String.raw`${before}c\.?${chapterSpan}`),
  marker('chapter', '#', String.raw`${before}#\s?(½|-\d+(?!\w))`),
  marker('chapter', '#', String.raw`(?:${before}issue\s)?#\s?${span}`),
  marker(
    'chapter',
    '[eé]p|folge',
    String.raw`${before}(?:[eé]pisode|episodio|folge|ep)[\s.]{0,2}${span}`,
  ),
  marker('chapter', String.raw`\de\d|\d\se\d`, String.raw`(?<=${before}s\d{1,2}\s?)e${span}`),
  marker('chapter', '[号號]', String.raw`${span}\s?月?[号號]`),
  marker('chapter', '[话話章回화회장]', String.raw`第?${span}\s?[话話章回화회장]`),
  marker('chapter', 'ตอนที่|บทที่', String.raw`(?:ตอนที่|บทที่)\s?${span}`),
  marker('chapter', 'глава', String.raw`${before}глава\s?${span}`),
  marker('chapter', 'глава', String.raw`${before}${span}\s?глава(?!\p{L})`),
];

/** Maximum plausible number, because a name can consist of digits only. */
const most = 999_999_999;

/** "153b" is 153.5. */
const valueOf = (text: string): number => {
  if (text === '½') return 0.5;
  const value = /[a-d]$/i.test(text) ? Number.parseFloat(text) + 0.5 : Number(text);
  return Math.min(value, most);
};

/** A year alone is part of the title far more often than a number. */
const isYear = (text: string): boolean => /^(19|20)\d{2}$/.test(text);

/** The span of two written numbers; a smaller second number is ignored. */
const spanOf = (first: string, last: string | undefined): Span => {
  const start = valueOf(first);
  const end = last === undefined || (isYear(last) && !isYear(first)) ? start : valueOf(last);
  return { first: start, last: Math.max(start, end) };
};

/** Words that never belong to a title; the text before the first of them is the series. */
const plain = [
  hinted(
    'vol|ch|ep|kap|cap',
    String.raw`${before}(?:volumes?|vol|chapters?|chap|chp|ch|episode|ep|${chapterWord})[\s.\-]{0,2}\d`,
  ),
  hinted(String.raw`[vt]\d`, String.raw`${before}[vt]\d`),
];

/** Index of the first numbering word, whether its number counts or not; -1 if there is none. */
export const firstMarker = (text: string): number => {
  const found = plain.flatMap((pattern) => pattern.exec(text)?.index ?? []);
  return found.length === 0 ? -1 : Math.min(...found);
};

const findKind = (text: string, kind: Marker['kind'], claimed?: Marker): Marker | null => {
  for (const candidate of markers) {
    if (candidate.kind !== kind) continue;
    const match = candidate.exec(text);
    if (!match?.[1]) continue;
    const span = spanOf(match[1], match[2]);
    if (candidate.isRange && span.last === span.first) continue;
    const end = match.index + match[0].length;
    if (claimed && match.index < claimed.end && end > claimed.start) continue;
    return { kind, span, start: match.index, end };
  }
  return null;
};

const part = hinted('part|teil', String.raw`${before}(?:part|teil|partie|parte)[\s.]{1,2}${span}`);

/** "Part 2": a chapter if nothing else is one. */
export const findPart = (text: string): Marker | null => {
  const match = part.exec(text);
  if (!match?.[1]) return null;
  const end = match.index + match[0].length;
  return { kind: 'chapter', span: spanOf(match[1], match[2]), start: match.index, end };
};

/** The marked volume and chapter in a text, in order of appearance. */
export const findMarkers = (text: string): Marker[] => {
  const volume = findKind(text, 'volume');
  const chapter = findKind(text, 'chapter', volume ?? undefined);
  return [volume, chapter].filter((found) => found !== null).sort((a, b) => a.start - b.start);
};

// A file revision can follow the number, "Bleach 10v2", or the name of an event, "001.NOW".
const bare = new RegExp(
  String.raw`(?:(?<![^\s\-])|(?<=\s[Nn](?:(?:r|o|um)?\.|[º°])))${span}(?:\.[A-Z]{2,3})?(?=\s|-\s|v\d(?:\s|$)|$)`,
  'gu',
);

/** Words for "number" or "issue" before a number without a marker; the first ones can begin a name. */
const numberWord =
  /(?:(?<=^|\S\s)(?:nr\.?|n[uú]m[eé]ro|nummer|heft|ausgabe|issue)|(?<=\S\s)(?:(?:no|num|n)\.|n[º°]|prog|edi[cç][ií][oó]n|edição|part|teil|partie|parte))\s?$/iu;

/**
 * A number without a marker: the last one at the end of the name or before " - ", or one in a
 * notation that titles do not use (leading zeros, a letter suffix, a span).
 */
export const findBareNumber = (text: string, from = 0): Marker | null => {
  const found = [...text.matchAll(bare)].filter((match) => {
    const first = match[1] ?? '';
    return (
      match.index >= from && !(match.index === 0 && match[0].length < text.length) && !isYear(first)
    );
  });
  const endsPart = found.find(({ index, 0: all }) =>
    /^(\s?-\s|\s?$)/.test(text.slice(index + all.length)),
  );
  const odd = found.findLast(
    ([all, first, last], index) =>
      /^0\d|[a-d]$/i.test(first ?? '') ||
      last !== undefined ||
      // "Beelzebub 172 RHS": only a release group follows.
      /^\s[A-Z]{2,5}$/.test(text.slice((found[index]?.index ?? 0) + all.length)),
  );
  const directlyBehind =
    from > 0 ? found.find(({ index }) => /^[\s-]*$/.test(text.slice(from, index))) : undefined;
  // "Micky Maus Heft 12 1985".
  const named = found.find(({ index }) => numberWord.test(text.slice(0, index)));
  const match = directlyBehind ?? endsPart ?? odd ?? named;
  if (!match?.[1]) return null;
  return {
    kind: 'chapter',
    span: spanOf(match[1], match[2]),
    start: match.index - (numberWord.exec(text.slice(0, match.index))?.[0].length ?? 0),
    end: match.index + match[0].length,
  };
};
