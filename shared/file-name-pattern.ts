/** Placeholders of a pattern for file names. */
export const patternNames = [
  'series',
  'number',
  'volume',
  'chapter',
  'title',
  'year',
  'publisher',
  'language',
] as const;
export type PatternName = (typeof patternNames)[number];

const numeric: ReadonlySet<string> = new Set(['number', 'volume', 'chapter', 'year']);

/** Longest pattern. */
export const maxPatternLength = 255;

export const defaultPattern =
  '{series}/{series}[ v{volume:00}][ {number:000}][ - {title}][ ({year})]';

/** A part of a pattern: text, a placeholder with its least number of digits, or an optional group. */
export type PatternPart =
  { text: string } | { name: PatternName; digits: number } | { optional: PatternPart[] };

const tokens = /\{([a-z]+)(?::(0{1,6}))?\}|[[\]{}]|[^[\]{}]+/g;

/**
 * Parses a pattern such as `{series}/{series} {number:000}[ - {title}]`; `/` separates folders, and a
 * group in brackets is left out if one of its placeholders is empty. Returns null for an invalid one.
 */
export const parsePattern = (pattern: string): PatternPart[] | null => {
  const parts: PatternPart[] = [];
  let group: PatternPart[] | null = null;
  for (const [token, name, zeros] of pattern.matchAll(tokens)) {
    if (token === '[') {
      if (group) return null;
      group = [];
    } else if (token === ']') {
      if (!group) return null;
      parts.push({ optional: group });
      group = null;
    } else if (name !== undefined) {
      const known = patternNames.find((candidate) => candidate === name);
      if (known === undefined || (zeros !== undefined && !numeric.has(known))) return null;
      (group ?? parts).push({ name: known, digits: zeros?.length ?? 0 });
    } else if (token === '{' || token === '}') return null;
    else (group ?? parts).push({ text: token });
  }
  if (group) return null;
  const inGroups = parts.flatMap((part) => ('optional' in part ? part.optional : []));
  const hasFolder = inGroups.some((part) => 'text' in part && part.text.includes('/'));
  const isNamed = [...parts, ...inGroups].some((part) => 'name' in part);
  return hasFolder || !isNamed || /^\/|\/\/|\/$|\\|\p{Cc}/u.test(pattern) ? null : parts;
};
