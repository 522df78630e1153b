import { z } from 'zod';

import type { PositionList } from '../../../shared/api/epub.ts';
import { real } from '../../http/real.ts';

const text = z.string().nullish();
const share = z.number().nullish();

/** A place in a book in the words of Readium; what else a reader says of it is kept. */
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

/** Parts of a text, where the exact place matters; images are pages. */
export const isText = ({ positions }: PositionList): boolean =>
  positions.some(({ href }) => href.includes('/resources/'));

/**
 * The position of a locator, or null where it names no place. Of a text the part that it names counts,
 * because readers number positions in ways of their own; of images the number of the page.
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

/** A part's path in its book, or the number of a page. */
const nameOf = (href: string): string => decoded(href.replace(served, '').replace(afterPath, ''));

/** What a reader may mean: an address, wherever it is served, or the path itself, whose name may hold `%` or `#`. */
const namesOf = (href: string): Set<string> => {
  const path = href.replace(served, '').replace(/^\//, '');
  return new Set([nameOf(path), path.replace(afterPath, ''), path]);
};

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/** The locator with what its writer may have left out. */
export const completed = (locator: Locator, at: Position) => ({
  ...locator,
  type: locator.type ?? at.type,
  locations: {
    ...locator.locations,
    position: locator.locations?.position ?? at.locations.position,
    progression: locator.locations?.progression ?? at.locations.progression,
    totalProgression: locator.locations?.totalProgression ?? at.locations.totalProgression,
  },
});

/** The locator with shares of a book that JSON writes with a point, also 0.0 and 1.0. */
export const withReals = <
  L extends { locations: { progression: number; totalProgression: number } },
>(
  locator: L,
) => ({
  ...locator,
  locations: {
    ...locator.locations,
    progression: real(locator.locations.progression),
    totalProgression: real(locator.locations.totalProgression),
  },
});
