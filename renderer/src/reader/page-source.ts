import { pageUrl } from '../api/client.ts';
import type { PageShape } from './page-shape.ts';
import type { ComicSettings } from './settings.ts';

/** What every browser of the last years shows; the server converts anything else. */
const displayable = new Set([
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
  'image/svg+xml',
]);

/** Pictures that would lose their movement or their sharpness when resized. */
const unscaled = new Set(['image/gif', 'image/svg+xml']);

/** Requested widths are whole steps, so that a window dragged wider does not fetch every pixel. */
const step = 256;
const widest = 10_000;
/** A page this much wider than it is drawn is drawn sharper when the server has shrunk it. */
const shrinkFrom = 1.2;

/**
 * The width to ask the server for, in image pixels; null for the stored bytes. A page that is drawn
 * smaller than it is comes in exactly the size of its pixels on the screen where downscaling shall be
 * sharp; otherwise only one of more than twice these pixels, or one that browsers cannot decode, is
 * worth converting.
 *
 * @param width true width of the page, null if unknown
 * @param drawn device pixels that the whole page takes on the screen
 */
export const requestedWidth = (
  mediaType: string,
  width: number | null,
  drawn: number,
  sharpen: ComicSettings['sharpen'],
): number | null => {
  if (displayable.has(mediaType)) {
    if (width === null || unscaled.has(mediaType)) return null;
    if (sharpen === 'high' && width > shrinkFrom * drawn) return Math.max(1, Math.round(drawn));
    if (width <= 2 * drawn) return null;
  }
  const wanted = Math.ceil((drawn * 1.5) / step) * step;
  return Math.min(wanted, width ?? wanted, widest);
};

/**
 * The URL of a page image for a size on the screen.
 *
 * @param drawn device pixels that the whole page takes on the screen
 * @param attempt counts retries by hand; a failed answer may be cached under the plain URL
 */
export const pageSource = (
  bookId: string,
  page: PageShape,
  drawn: number,
  sharpen: ComicSettings['sharpen'],
  attempt = 0,
): string => {
  const width = requestedWidth(page.mediaType, page.size?.width ?? null, drawn, sharpen);
  const url = pageUrl(bookId, page.number, width === null ? {} : { width });
  return attempt === 0 ? url : `${url}${url.includes('?') ? '&' : '?'}retry=${attempt}`;
};
