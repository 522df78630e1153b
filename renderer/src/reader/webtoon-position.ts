import { ratioOf, type PageShape } from './page-shape.ts';

/** Where each page of a strip lies, known before any image is loaded. CSS pixels from the top. */
export interface StripLayout {
  tops: readonly number[];
  heights: readonly number[];
  /** Height of all pages and the gaps between them. */
  total: number;
}

/** A place in the strip that survives a change of its width: a page and how far into it, 0 to 1. */
export interface StripPlace {
  page: number;
  share: number;
}

export const layoutStrip = (
  pages: readonly PageShape[],
  width: number,
  gap: number,
): StripLayout => {
  const heights = pages.map((page) => Math.round(width * ratioOf(page)));
  const tops: number[] = [];
  let top = 0;
  for (const height of heights) {
    tops.push(top);
    top += height + gap;
  }
  return { tops, heights, total: Math.max(0, top - gap) };
};

/** The place at an offset; a gap belongs to the page above it. */
export const placeAt = (strip: StripLayout, offset: number): StripPlace => {
  const index = indexAt(strip.tops, offset);
  const height = strip.heights[index] ?? 1;
  const share = (offset - (strip.tops[index] ?? 0)) / height;
  return { page: index + 1, share: Math.min(1, Math.max(0, share)) };
};

/** The offset of a place, the reverse of `placeAt`. */
export const offsetOf = (strip: StripLayout, { page, share }: StripPlace): number =>
  (strip.tops[page - 1] ?? 0) + share * (strip.heights[page - 1] ?? 0);

/** The first and last page, by number, that touch the stretch from `from` to `to`. */
export const pagesWithin = (
  strip: StripLayout,
  from: number,
  to: number,
): { first: number; last: number } => ({
  first: indexAt(strip.tops, from) + 1,
  last: indexAt(strip.tops, to) + 1,
});

/**
 * The page being read: the one across the middle of the window. At the very end it is the last
 * page, however short, so that a strip which has been scrolled through counts as read.
 */
export const pageBeingRead = (strip: StripLayout, scroll: number, viewport: number): number => {
  if (strip.tops.length > 0 && scroll + viewport >= strip.total - 1) return strip.tops.length;
  return placeAt(strip, scroll + viewport / 2).page;
};

/** Index of the last top that is not below the offset, by binary search. */
const indexAt = (tops: readonly number[], offset: number): number => {
  let low = 0;
  let high = tops.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((tops[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
};
