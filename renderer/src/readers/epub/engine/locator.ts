import { z } from 'zod';

import type { PositionList } from '../../../../../shared/api/epub.ts';

/** A Readium locator: https://readium.org/architecture/models/locators/ */
const locatorSchema = z.object({
  href: z.string().min(1),
  type: z.string(),
  title: z.string().optional(),
  locations: z.object({
    progression: z.number().min(0).max(1),
    position: z.int().min(1).optional(),
    totalProgression: z.number().min(0).max(1).optional(),
    /** `char=120,180`: character range in the text of the part (RFC 5147). */
    fragments: z.array(z.string()).optional(),
  }),
  text: z
    .object({
      before: z.string().optional(),
      highlight: z.string().optional(),
      after: z.string().optional(),
    })
    .optional(),
});
export type Locator = z.infer<typeof locatorSchema>;

/** Null if the text is not a locator, e.g. a position from another program. */
export const readLocator = (json: string | null | undefined): Locator | null => {
  if (json === null || json === undefined) return null;
  try {
    return locatorSchema.safeParse(JSON.parse(json)).data ?? null;
  } catch {
    return null;
  }
};

/** A character range; `end` is exclusive. */
export interface TextRange {
  start: number;
  end: number;
}

export const stretchOf = ({ locations }: Locator): TextRange | null => {
  for (const fragment of locations.fragments ?? []) {
    const [, start, end] = /^char=(\d+)(?:,(\d+))?$/.exec(fragment) ?? [];
    if (start !== undefined) return { start: Number(start), end: Number(end ?? start) };
  }
  return null;
};

export const fragmentOf = ({ start, end }: TextRange): string => `char=${start},${end}`;

/** The page numbers of all parts of a book. */
export interface Positions {
  total: number;
  /** Page number and total progression at a progression (0 to 1) within a part. */
  at(href: string, progression: number): { position: number; totalProgression: number };
  /** The start of a page; a number out of range is the first or last page. */
  locatorOf(position: number): Locator | null;
}

export const createPositions = ({ total, positions }: PositionList): Positions => {
  const parts = new Map<string, { first: number; count: number }>();
  for (const { href, locations } of positions) {
    const part = parts.get(href);
    if (part) part.count += 1;
    else parts.set(href, { first: locations.position, count: 1 });
  }
  return {
    total,
    at(href, progression) {
      const { first, count } = parts.get(href) ?? { first: 1, count: 1 };
      return {
        position: first + Math.min(count - 1, Math.floor(progression * count)),
        totalProgression: Math.min(1, (first - 1 + progression * count) / Math.max(1, total)),
      };
    },
    locatorOf: (position) =>
      positions[Math.min(positions.length, Math.max(1, position)) - 1] ?? null,
  };
};

/** The same for a document without pages of its own, which counts as on the page of a locator. */
export const positionsOn = (positions: Positions, locator: Locator | null): Positions => {
  const { position = 1, totalProgression = 0 } = locator?.locations ?? {};
  return { ...positions, at: () => ({ position, totalProgression }) };
};

/** Splits an href into the part and the id of the element in it. */
export const splitHref = (href: string): { part: string; id: string | null } => {
  const [part = '', fragment] = href.split('#');
  if (fragment === undefined || fragment === '') return { part, id: null };
  try {
    return { part, id: decodeURIComponent(fragment) };
  } catch {
    return { part, id: fragment };
  }
};
