import { clamp } from '../../../../../shared/clamp.ts';
import { ratioOf, type PageShape } from '../stage/page-shape.ts';

/** Position of each page of a strip, known before any image loads (CSS px from the start). */
export interface StripLayout {
  starts: readonly number[];
  lengths: readonly number[];
  /** Length of all pages and the gaps between them. */
  total: number;
}

/** Position in a strip, independent of its size: a page and the share of it, 0 to 1. */
export interface StripPosition {
  page: number;
  share: number;
}

/**
 * Lays pages out in sequence.
 *
 * @param across width of a vertical strip, height of a horizontal one
 */
export const layoutStrip = (
  pages: readonly PageShape[],
  across: number,
  gap: number,
  axis: 'x' | 'y',
): StripLayout => {
  const lengths = pages.map((page) =>
    Math.round(axis === 'y' ? across * ratioOf(page) : across / ratioOf(page)),
  );
  const starts: number[] = [];
  let start = 0;
  for (const length of lengths) {
    starts.push(start);
    start += length + gap;
  }
  return { starts, lengths, total: Math.max(0, start - gap) };
};

/** The position at an offset; a gap belongs to the page before it. */
export const positionAt = (strip: StripLayout, offset: number): StripPosition => {
  const index = indexAt(strip.starts, offset);
  const length = strip.lengths[index] ?? 1;
  const share = (offset - (strip.starts[index] ?? 0)) / length;
  return { page: index + 1, share: clamp(share, 0, 1) };
};

/** The offset of a position; the inverse of `positionAt`. */
export const offsetOf = (strip: StripLayout, { page, share }: StripPosition): number =>
  (strip.starts[page - 1] ?? 0) + share * (strip.lengths[page - 1] ?? 0);

/** First and last page number that overlap the range `from` to `to`. */
export const pagesWithin = (
  strip: StripLayout,
  start: number,
  end: number,
): { first: number; last: number } => ({
  first: indexAt(strip.starts, start) + 1,
  last: indexAt(strip.starts, end) + 1,
});

/**
 * The current page: the one at the viewport's centre. At the very end it is the last page, however
 * short, so that a strip scrolled through counts as read.
 */
export const pageBeingRead = (strip: StripLayout, scroll: number, viewport: number): number => {
  if (strip.starts.length > 0 && scroll + viewport >= strip.total - 1) return strip.starts.length;
  return positionAt(strip, scroll + viewport / 2).page;
};

/** Index of the last start that is not below the offset, by binary search. */
const indexAt = (starts: readonly number[], offset: number): number => {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
};
