import { longestSide } from '../images.ts';
import type { PageBox } from '../pages/page-reader.ts';

export interface Size {
  width: number;
  height: number;
}

/** A page is drawn with as many pixels as a tablet shows, whatever its shape. */
const defaultPixels = 1600 * 2400;
/** Narrower than this the letters of a long strip cannot be read, pixels. */
const defaultWidth = 1000;
/** An A4 page at 500 dpi, which is 75 MB as a bitmap. */
const maxPixels = 25_000_000;

/**
 * Pixels of a page (`page` in points) drawn into `box`; one without sides gives the default size. At least
 * 1 × 1, and never more than `pixels` or what we hold sensible, if need be at a smaller scale.
 */
export const drawnSize = (page: Size, box: PageBox, pixels: number): Size => {
  const { width, height } = page;
  const area = width * height;
  const wanted =
    box.width === undefined && box.height === undefined
      ? Math.max(Math.sqrt(defaultPixels / area), defaultWidth / width)
      : Math.min((box.width ?? Infinity) / width, (box.height ?? Infinity) / height);
  const scale = Math.min(
    wanted,
    Math.sqrt(Math.min(pixels, maxPixels) / area),
    longestSide.jpeg / Math.max(width, height),
  );
  // A whole pixel that is missed by a rounding error of the division counts.
  const side = (points: number) => Math.max(1, Math.floor(points * scale + 1e-6));
  return { width: side(width), height: side(height) };
};
