import { z } from 'zod';

import { decodedUri } from '../../text/decoded-uri.ts';
import type { PositionList } from '../../../shared/api/epub.ts';
import { jsonFloat } from '../../http/api/json-float.ts';

const text = z.string().nullish();
/** Readers divide with rounding errors, and strict ones refuse a share beyond 0 to 1. */
const share = z
  .number()
  .transform((value) => Math.min(Math.max(value, 0), 1))
  .nullish();

/** A Readium locator; unknown fields are preserved. */
export const locatorSchema = z.looseObject({
  href: z.string(),
  type: text,
  title: text,
  locations: z
    .looseObject({
      fragments: z.array(z.string()).nullish(),
      position: z.number().transform(Math.trunc).nullish(),
      progression: share,
      totalProgression: share,
    })
    .nullish(),
  text: z.looseObject({ after: text, before: text, highlight: text }).nullish(),
  koboSpan: text,
});
export type Locator = z.infer<typeof locatorSchema>;
export type Position = PositionList['positions'][number];

/** Whether the book is a text. The exact location matters only in texts; image books only have pages. */
export const isText = ({ positions }: PositionList): boolean =>
  positions.some(({ href }) => href.includes('/resources/'));

/**
 * The position of a locator, or null if it matches none. In texts, the href and the progression within it are
 * used, because readers number positions differently. In image books, the page number takes precedence.
 */
export const positionOf = (locator: Locator, list: PositionList): Position | null => {
  const named = inPart(locator, list);
  if (isText(list)) return named;
  const { position, totalProgression } = locator.locations ?? {};
  if (typeof position === 'number') return list.positions[position - 1] ?? null;
  if (named) return named;
  if (typeof totalProgression !== 'number') return null;
  const index = Math.floor(totalProgression * list.total);
  return list.positions[Math.min(Math.max(index, 0), list.total - 1)] ?? null;
};

const inPart = ({ href, locations }: Locator, list: PositionList): Position | null => {
  const names = namesOf(href);
  const part = list.positions.filter((known) => names.has(nameOf(known.href)));
  const progression = locations?.progression ?? 0;
  const reached = part.findLast((known) => known.locations.progression <= progression);
  return reached ?? part[0] ?? null;
};

const served = /^.*?\/books\/[^/]+\/(?:resources?|pages)\//;
const afterPath = /[?#].*$/s;

/** The path of a resource in its book, or a page number. */
const nameOf = (href: string): string =>
  decodedUri(href.replace(served, '').replace(afterPath, ''));

/** Reduces an address of Octavo to the path in the book; returns the address of another program unchanged. */
export const pathInBook = (href: string): string => (served.test(href) ? nameOf(href) : href);

/**
 * Possible meanings of an href: the address of a resource at any server, or a raw path, which can contain `%`
 * or `#`.
 */
const namesOf = (href: string): Set<string> => {
  const path = href.replace(served, '').replace(/^\//, '');
  return new Set([nameOf(path), path.replace(afterPath, ''), path]);
};

/** Adds the optional fields that the writer omitted. */
export const completed = (locator: Locator, position: Position) => ({
  ...locator,
  type: locator.type ?? position.type,
  locations: {
    ...locator.locations,
    position: locator.locations?.position ?? position.locations.position,
    progression: locator.locations?.progression ?? position.locations.progression,
    totalProgression: locator.locations?.totalProgression ?? position.locations.totalProgression,
  },
});

/** Marks fractions so that JSON keeps the decimal point, even in 0.0 and 1.0. */
export const withReals = <
  L extends { locations: { progression: number; totalProgression: number } },
>(
  locator: L,
) => ({
  ...locator,
  locations: {
    ...locator.locations,
    progression: jsonFloat(locator.locations.progression),
    totalProgression: jsonFloat(locator.locations.totalProgression),
  },
});
