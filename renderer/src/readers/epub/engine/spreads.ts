import type { PublicationLink } from '../../../../../shared/api/epub.ts';

/** A single page or two facing pages in reading order; indexes into the reading order. */
export type Spread = readonly [number] | readonly [number, number];

/**
 * Groups fixed-layout pages into spreads. A page that declares its side keeps it; others alternate,
 * with the first one alone, as in a printed book.
 */
export const spreadsOf = (
  parts: readonly PublicationLink[],
  { isRtl, isDouble }: { isRtl: boolean; isDouble: boolean },
): Spread[] => {
  if (!isDouble) return parts.map((_, index) => [index] as const);
  const opening = isRtl ? 'right' : 'left';
  const closing = isRtl ? 'left' : 'right';
  const sides: (string | null)[] = [];
  for (const { properties } of parts) {
    const before = sides.at(-1);
    const alone = properties?.spread === 'none' ? 'center' : undefined;
    sides.push(
      alone ??
        properties?.page ??
        (before === opening ? closing : sides.length === 0 ? closing : opening),
    );
  }
  const spreads: Spread[] = [];
  for (let index = 0; index < parts.length; index += 1) {
    if (sides[index] === opening && sides[index + 1] === closing) {
      spreads.push([index, index + 1]);
      index += 1;
    } else spreads.push([index]);
  }
  return spreads;
};
