import { isWide, type PageShape } from './page-shape.ts';

/** A page of a spread, or the half of a wide page that is shown by itself. */
export interface Leaf {
  page: number;
  half: 'left' | 'right' | null;
}

/** What is shown together, in reading order; one leaf or two. */
export type Spread = readonly [Leaf] | readonly [Leaf, Leaf];

export type SpreadLayout = 'single' | 'double' | 'double-cover';

export interface SpreadOptions {
  layout: SpreadLayout;
  /** Moves the pairing by one page, for books whose scans miss or add a page before a spread. */
  shift: boolean;
  /** Whether wide pages are shown one half after the other, where pages are shown one by one. */
  split: boolean;
  /** Whether the right half comes first. */
  isReversed: boolean;
  /** Pages that the person has put alone; the pairing starts anew behind them. */
  alone: ReadonlySet<number>;
}

/**
 * Groups pages into what is shown at a time. Wide pages stand alone and the pairing starts anew
 * behind them; a cover that stands alone and a shift each leave one page alone at the front.
 */
export const buildSpreads = (pages: readonly PageShape[], options: SpreadOptions): Spread[] =>
  options.layout === 'single'
    ? pages.flatMap((page) => singles(page, options))
    : pairs(pages, options);

const whole = (page: number): Leaf => ({ page, half: null });

const singles = (page: PageShape, { split, isReversed }: SpreadOptions): Spread[] => {
  if (!split || !isWide(page)) return [[whole(page.number)]];
  const halves = isReversed ? (['right', 'left'] as const) : (['left', 'right'] as const);
  return halves.map((half) => [{ page: page.number, half }]);
};

const pairs = (pages: readonly PageShape[], { layout, shift, alone }: SpreadOptions): Spread[] => {
  const front = (layout === 'double-cover') !== shift ? 1 : 0;
  const mayPair = (page: PageShape, index: number) =>
    index >= front && !isWide(page) && !alone.has(page.number);
  const spreads: Spread[] = [];
  let index = 0;
  while (index < pages.length) {
    const page = pages[index];
    const partner = pages[index + 1];
    if (!page) break;
    const paired = partner && mayPair(page, index) && mayPair(partner, index + 1);
    spreads.push(paired ? [whole(page.number), whole(partner.number)] : [whole(page.number)]);
    index += paired ? 2 : 1;
  }
  return spreads;
};

/** The index of the first spread that shows the page; the nearest one when the page does not exist. */
export const spreadIndexOf = (spreads: readonly Spread[], page: number): number => {
  const found = spreads.findIndex((spread) => page <= lastOf(spread));
  return found === -1 ? Math.max(0, spreads.length - 1) : found;
};

export const firstOf = (spread: Spread): number => spread[0].page;

export const lastOf = (spread: Spread): number => (spread[1] ?? spread[0]).page;

/**
 * The place to remember while a spread is shown: its first page, so that another layout resumes
 * without skipping one, but on the last spread its last page, so that the book counts as read.
 */
export const placeOf = (spreads: readonly Spread[], index: number): number => {
  const spread = spreads[index];
  if (!spread) return 1;
  return index === spreads.length - 1 ? lastOf(spread) : firstOf(spread);
};
