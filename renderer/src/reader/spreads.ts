import { isWide, type PageShape } from './page-shape.ts';

/** The pages shown together, by number in reading order; one or two. */
export type Spread = readonly [number] | readonly [number, number];

export type SpreadLayout = 'single' | 'double' | 'double-cover';

export interface SpreadOptions {
  layout: SpreadLayout;
  /** Moves the pairing by one page, for books whose scans miss or add a page before a spread. */
  shift: boolean;
}

/**
 * Groups pages into what is shown at a time. Wide pages stand alone and the pairing starts anew
 * behind them; a cover that stands alone and a shift each leave one page alone at the front.
 */
export const buildSpreads = (
  pages: readonly PageShape[],
  { layout, shift }: SpreadOptions,
): Spread[] => {
  if (layout === 'single') return pages.map((page) => [page.number]);
  const alone = (layout === 'double-cover') !== shift ? 1 : 0;
  const spreads: Spread[] = [];
  let index = 0;
  while (index < pages.length) {
    const page = pages[index];
    const partner = pages[index + 1];
    if (!page) break;
    const paired = partner && index >= alone && !isWide(page) && !isWide(partner);
    spreads.push(paired ? [page.number, partner.number] : [page.number]);
    index += paired ? 2 : 1;
  }
  return spreads;
};

/** The index of the spread that shows the page; the nearest one when the page does not exist. */
export const spreadIndexOf = (spreads: readonly Spread[], page: number): number => {
  const found = spreads.findIndex((spread) => page <= lastOf(spread));
  return found === -1 ? Math.max(0, spreads.length - 1) : found;
};

export const lastOf = (spread: Spread): number => spread[1] ?? spread[0];

/**
 * The place to remember while a spread is shown: its first page, so that another layout resumes
 * without skipping one, but on the last spread its last page, so that the book counts as read.
 */
export const placeOf = (spreads: readonly Spread[], index: number): number => {
  const spread = spreads[index];
  if (!spread) return 1;
  return index === spreads.length - 1 ? lastOf(spread) : spread[0];
};
