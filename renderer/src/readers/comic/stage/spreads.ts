import { isWide, type PageShape } from './page-shape.ts';

/** A page of a spread, or one half of a split wide page. */
export interface Leaf {
  page: number;
  half: 'left' | 'right' | null;
}

/** Leaves shown together, in reading order. */
export type Spread = readonly [Leaf] | readonly [Leaf, Leaf];

export type SpreadLayout = 'single' | 'double' | 'double-cover';

export interface SpreadOptions {
  layout: SpreadLayout;
  /** Shifts the pairing by one page, for scans with a missing or extra page before a spread. */
  shift: boolean;
  /** Whether wide pages are split into halves in single-page layout. */
  split: boolean;
  /** Whether the right half comes first. */
  isReversed: boolean;
  /** Pages that the user separated; pairing restarts after them. */
  alone: ReadonlySet<number>;
}

/**
 * Groups pages into spreads (double pages). Wide pages are separate, and pairing restarts after them; a separate
 * cover and a shift each leave one single page at the front.
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
  const canPair = (page: PageShape, index: number) =>
    index >= front && !isWide(page) && !alone.has(page.number);
  const spreads: Spread[] = [];
  let index = 0;
  while (index < pages.length) {
    const page = pages[index];
    const partner = pages[index + 1];
    if (!page) break;
    const paired = partner && canPair(page, index) && canPair(partner, index + 1);
    spreads.push(paired ? [whole(page.number), whole(partner.number)] : [whole(page.number)]);
    index += paired ? 2 : 1;
  }
  return spreads;
};

/** Index of the first spread with the page, or of the nearest one. */
export const spreadIndexOf = (spreads: readonly Spread[], page: number): number => {
  const found = spreads.findIndex((spread) => page <= lastOf(spread));
  return found === -1 ? Math.max(0, spreads.length - 1) : found;
};

export const firstOf = (spread: Spread): number => spread[0].page;

export const lastOf = (spread: Spread): number => (spread[1] ?? spread[0]).page;

/**
 * The position to save for a spread: its first page, so that another layout skips nothing, but the
 * last page of the last spread, so that the book counts as read.
 */
export const pageOfSpread = (spreads: readonly Spread[], index: number): number => {
  const spread = spreads[index];
  if (!spread) return 1;
  return index === spreads.length - 1 ? lastOf(spread) : firstOf(spread);
};
