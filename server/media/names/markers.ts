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

// A number as names write it: decimals, and a letter for what lies between two chapters.
const number = String.raw`\d+(?:\.\d+)?`;
const one = String.raw`(${number}[a-d]?(?!\w)|${number})`;
/** What ends a number: no letter, unless it says how many parts the file joins ("c1-6x1"). */
const ended = String.raw`(?![^\W_x]|x(?!\d))`;
/** "1-4", or with the marker said again "c1 - c4"; a blank and another marker begin something else. */
const spanWith = (prefix: string) =>
  String.raw`${one}(?:(?:[-~]|\s?[-~]\s?${prefix})(${number}[a-d]?)${ended})?`;
const span = spanWith('~');
const volumeSpan = spanWith('v');
const chapterSpan = spanWith(String.raw`c(?:h\.?)?`);
const before = String.raw`(?<![\p{L}\p{N}])`;

const marker = (kind: Marker['kind'], pattern: string) => ({
  kind,
  pattern: new RegExp(pattern, 'iu'),
});

/** From the most explicit to the vaguest; of each kind the first that is found counts. */
const markers = [
  marker('volume', String.raw`${before}(?:volumes?|vol)[\s.\-]{0,2}${span}`),
  marker('volume', String.raw`${before}v\.?\s?${volumeSpan}`),
  marker('volume', String.raw`${before}(?:tome|том[аы]?|tomo|band)\s?${span}`),
  marker('volume', String.raw`第?${span}\s?[巻卷册冊권]`),
  marker('volume', String.raw`[卷册冊]\s?${span}`),
  marker('volume', String.raw`시즌\s?${span}`),
  marker('volume', String.raw`เล่ม(?:ที่)?\s?${span}`),
  marker('volume', String.raw`${before}${span}\s?том(?!\p{L})`),
  marker('volume', String.raw`${before}t${span}(?![\p{L}\p{N}])`),
  marker('volume', String.raw`${before}s(\d{1,2})(?=\s\d{2,4}(?![\p{L}\p{N}]))`),
  marker('volume', String.raw`${before}book\s${span}$`),
  marker('chapter', String.raw`${before}(?:chapters?|chap|chp|ch)[\s.\-]{0,2}${chapterSpan}`),
  marker('chapter', String.raw`${before}c\.?${chapterSpan}`),
  marker('chapter', String.raw`${before}#\s?(½|-\d+(?!\w))`),
  marker('chapter', String.raw`(?:${before}issue\s)?#\s?${span}`),
  marker('chapter', String.raw`${before}(?:episode|ep)[\s.]{0,2}${span}`),
  marker('chapter', String.raw`第?${span}\s?[話话章回화회장]`),
  marker('chapter', String.raw`(?:ตอนที่|บทที่)\s?${span}`),
  marker('chapter', String.raw`${before}глава\s?${span}`),
  marker('chapter', String.raw`${before}${span}\s?глава(?!\p{L})`),
];

/** A name may be all digits; no number in it counts anything beyond this. */
const most = 999_999_999;

/** "153b" is half a chapter on from 153. */
const valueOf = (text: string): number => {
  if (text === '½') return 0.5;
  const value = /[a-d]$/i.test(text) ? Number.parseFloat(text) + 0.5 : Number(text);
  return Math.min(value, most);
};

/** A year alone is part of the title far more often than a number. */
const isYear = (text: string): boolean => /^(19|20)\d{2}$/.test(text);

/** The span of two written numbers; a second one that is smaller is no end. */
const spanOf = (first: string, last: string | undefined): Span => {
  const start = valueOf(first);
  const end = last === undefined || (isYear(last) && !isYear(first)) ? start : valueOf(last);
  return { first: start, last: Math.max(start, end) };
};

/** Words that never belong to a title; what stands before the first of them is the series. */
const plain = [
  String.raw`${before}(?:volumes?|vol|chapters?|chap|chp|ch|episode|ep)[\s.\-]{0,2}\d`,
  String.raw`${before}[vt]\d`,
].map((pattern) => new RegExp(pattern, 'iu'));

/** Where the first word of numbering stands, whether its number counts or not; -1 where there is none. */
export const firstMarker = (text: string): number => {
  const found = plain.map((pattern) => text.search(pattern)).filter((at) => at >= 0);
  return found.length === 0 ? -1 : Math.min(...found);
};

const findKind = (text: string, kind: Marker['kind'], taken?: Marker): Marker | null => {
  for (const { kind: candidate, pattern } of markers) {
    if (candidate !== kind) continue;
    const match = pattern.exec(text);
    if (!match?.[1]) continue;
    const end = match.index + match[0].length;
    if (taken && match.index < taken.end && end > taken.start) continue;
    return { kind, span: spanOf(match[1], match[2]), start: match.index, end };
  }
  return null;
};

const part = new RegExp(String.raw`${before}part[\s.]{1,2}${span}`, 'iu');

/** "Part 2": a chapter where nothing else is one. */
export const findPart = (text: string): Marker | null => {
  const match = part.exec(text);
  if (!match?.[1]) return null;
  const end = match.index + match[0].length;
  return { kind: 'chapter', span: spanOf(match[1], match[2]), start: match.index, end };
};

/** The volume and the chapter that a text names by a marker, in the order in which they stand. */
export const findMarkers = (text: string): Marker[] => {
  const volume = findKind(text, 'volume');
  const chapter = findKind(text, 'chapter', volume ?? undefined);
  return [volume, chapter].filter((found) => found !== null).sort((a, b) => a.start - b.start);
};

// Behind it may stand which edition of the file it is: "Bleach 10v2".
const bare = new RegExp(String.raw`(?<![^\s\-])${span}(?=\s|-\s|v\d(?:\s|$)|$)`, 'gu');

/**
 * A number without a marker: the last one that ends the name or stands before " - ", or else one that
 * is written as nobody writes it in a title (zeros in front, a letter behind, a span).
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
    ([all, first, last], at) =>
      /^0\d|[a-d]$/i.test(first ?? '') ||
      last !== undefined ||
      // "Beelzebub 172 RHS": behind it only who made it.
      /^\s[A-Z]{2,5}$/.test(text.slice((found[at]?.index ?? 0) + all.length)),
  );
  const directlyBehind =
    from > 0 ? found.find(({ index }) => /^[\s-]*$/.test(text.slice(from, index))) : undefined;
  const match = directlyBehind ?? endsPart ?? odd;
  if (!match?.[1]) return null;
  return {
    kind: 'chapter',
    span: spanOf(match[1], match[2]),
    start: match.index,
    end: match.index + match[0].length,
  };
};
