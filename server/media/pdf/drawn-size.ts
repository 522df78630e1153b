import { maxSide } from '../images.ts';
import type { PageBox } from '../pages/page-reader.ts';

export interface Size {
  width: number;
  height: number;
}

/** Default drawing size: the pixels of a tablet screen, whatever the page's shape. */
const defaultPixels = 1600 * 2400;
/**
 * Minimum width of the default drawing, pixels: the letters of a narrower long strip are
 * unreadable.
 */
const defaultWidth = 1000;
/** An A4 page at 500 dpi, a bitmap of 75 MB. */
const maxPixels = 25_000_000;

/**
 * Size in pixels of a page (`page` in points) drawn into `box`; an empty box means the default
 * size. At least 1 × 1, and scaled down to at most `pixels` and the built-in limits.
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
    maxSide.jpeg / Math.max(width, height),
  );
  // Tolerance, so that a rounding error of the division does not lose a pixel.
  const side = (points: number) => Math.max(1, Math.floor(points * scale + 1e-6));
  return { width: side(width), height: side(height) };
};
