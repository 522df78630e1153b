import type { ComicSettings } from '../store/settings.ts';
import { isWide, sizeOf, type PageShape, type Size } from './page-shape.ts';
import type { Leaf } from './spreads.ts';

/** A rectangle in shares of the page. */
export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The visible part of a page, and whether it is rotated by 90°. */
export interface PageView {
  part: Rect;
  isTurned: boolean;
}

export const wholePage: PageView = {
  part: { x: 0, y: 0, width: 1, height: 1 },
  isTurned: false,
};

export interface ViewOptions {
  settings: Pick<ComicSettings, 'wide_pages' | 'crop_borders'>;
  viewport: Size;
  /** Content rectangles of the pages measured so far, by page number. */
  crops: ReadonlyMap<number, Rect>;
}

/** Share of a page that `auto-margin` keeps around the content. */
const margin = 0.02;

/**
 * How to draw a leaf: its half of the page, cropped if borders are off, and rotated if it is a wide
 * page in a portrait window.
 */
export const viewOf = (leaf: Leaf, page: PageShape, options: ViewOptions): PageView => {
  const { settings, viewport, crops } = options;
  const found = settings.crop_borders === 'off' ? undefined : crops.get(page.number);
  const kept = found ? grown(found, settings.crop_borders === 'auto-margin' ? margin : 0) : null;
  const isTurned =
    settings.wide_pages === 'rotate' && isWide(page) && viewport.height > viewport.width;
  return { part: within(halfOf(leaf), kept ?? wholePage.part), isTurned };
};

/** Size of the visible part, in page pixels. */
export const viewSize = ({ part, isTurned }: PageView, page: PageShape): Size => {
  const size = sizeOf(page);
  const width = size.width * part.width;
  const height = size.height * part.height;
  return isTurned ? { width: height, height: width } : { width, height };
};

const halfOf = ({ half }: Leaf): Rect =>
  half === null ? wholePage.part : { x: half === 'left' ? 0 : 0.5, y: 0, width: 0.5, height: 1 };

const grown = ({ x, y, width, height }: Rect, margin: number): Rect => {
  const left = Math.max(0, x - margin);
  const top = Math.max(0, y - margin);
  return {
    x: left,
    y: top,
    width: Math.min(1, x + width + margin) - left,
    height: Math.min(1, y + height + margin) - top,
  };
};

/** The intersection of two rectangles; the first if they do not overlap. */
const within = (rect: Rect, other: Rect): Rect => {
  const x = Math.max(rect.x, other.x);
  const y = Math.max(rect.y, other.y);
  const width = Math.min(rect.x + rect.width, other.x + other.width) - x;
  const height = Math.min(rect.y + rect.height, other.y + other.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : rect;
};
