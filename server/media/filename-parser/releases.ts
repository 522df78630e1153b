import { findBareNumber, findMarkers, type Marker, type Span } from './markers.ts';
import { toWords, trimTitle } from './read-name.ts';
import { takeTags } from './tags.ts';

/** The fields parsed from the title of a release. */
export interface ParsedRelease {
  /** Titles of the series ("Ao no Hako / Blue Box" has two); empty if it names none. */
  titles: string[];
  chapters: Span[];
  volumes: Span[];
  group: string | null;
  language: string | null;
}

/** Blanks out a marker that was read, so that the next search finds the one after it. */
const without = (text: string, { start, end }: Pick<Marker, 'start' | 'end'>): string =>
  text.slice(0, start) + ' '.repeat(end - start) + text.slice(end);

/**
 * Maximum searches in one title. Each rescans the whole title, so crafted feeds could cause
 * quadratic time; no release names this many spans.
 */
const maxSearches = 24;

/** All numbers in a title: "v01-05,021-033" has volumes, then chapters without a marker. */
const findAll = (title: string): Marker[] => {
  const found: Marker[] = [];
  let text = title;
  for (let searches = 0; searches < maxSearches; searches += 1) {
    const more = findMarkers(text);
    if (more.length === 0) break;
    found.push(...more);
    text = more.reduce(without, text);
  }
  const first = Math.min(...found.map(({ start }) => start));
  const last = Math.max(...found.map(({ end }) => end));
  if (found.length === 0) {
    const bare = findBareNumber(title);
    return bare ? [bare] : [];
  }
  // After the markers a number continues the list; before them only a span is not part of the
  // title.
  const rest = text.replace(/[,+]/g, ' ');
  const behind = /^[\s-]*\d/.test(rest.slice(last)) ? findBareNumber(rest, last) : null;
  const before = /(?:^|\s)(\d+-\d+) as\s*$/.exec(title.slice(0, first));
  if (behind) found.push(behind);
  if (before?.[1] !== undefined) {
    const bare = findBareNumber(` ${before[1]}`, 1);
    const start = before.index;
    if (bare) found.push({ ...bare, start, end: start + before[0].length });
  }
  return found.sort((a, b) => a.start - b.start);
};

/** Sorted, with overlapping spans merged. */
const joined = (markers: readonly Marker[], kind: Marker['kind']): Span[] => {
  const spans = markers.filter((marker) => marker.kind === kind).map(({ span }) => ({ ...span }));
  const result: Span[] = [];
  for (const span of spans.sort((a, b) => a.first - b.first)) {
    const before = result.at(-1);
    if (before && span.first <= before.last) before.last = Math.max(before.last, span.last);
    else result.push(span);
  }
  return result;
};

/** Parses the title of a release in a feed: "[Group] Some Series v01-04 + c25 (2024) (Digital)". */
export const parseRelease = (title: string): ParsedRelease => {
  // Drops the letter of a chapter part: "c.113b" is a release of chapter 113.
  const { rest, tags } = takeTags(toWords(title).replace(/(?<=\d)[a-d](?!\w)/g, ''));
  const [text = '', group] = rest.split(/\sby\s(?=\S+(?:\s\S+){0,3}$)/);
  const numbers = findAll(text);
  const [first] = numbers;
  // "Saved by the Bell": a title without numbers names no group.
  const series = first ? text.slice(0, first.start) : rest;
  const markers = [...numbers, ...tags.numbering.flatMap(findMarkers)];
  return {
    titles: series
      .split(' / ')
      .map(trimTitle)
      .filter((part) => part !== ''),
    chapters: joined(markers, 'chapter'),
    volumes: joined(markers, 'volume'),
    group: (first ? group : undefined) ?? tags.group,
    language: tags.language,
  };
};
