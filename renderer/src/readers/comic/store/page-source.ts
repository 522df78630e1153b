import { pageUrl } from '../../../api/client.ts';
import type { PageShape } from '../stage/page-shape.ts';
import type { ComicSettings } from './settings.ts';

/** Formats supported by all current browsers; the server converts others. */
const displayable = new Set([
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
  'image/svg+xml',
]);

/** Not resized: they would lose animation or sharpness, or the server cannot resize them. */
const unscaled = new Set(['image/gif', 'image/svg+xml', 'image/bmp']);

/** Widths are rounded to steps, so that resizing the window does not request each size. */
const step = 256;
const widest = 10_000;
/** Ratio of page width to drawn width from which the server's downscaling is sharper. */
const shrinkFrom = 1.2;
/** Share of the device pixels that saves data: a third of them, on which text is still legible. */
const saved = 0.6;

/**
 * The width to request, in image pixels; null for the original. With sharp downscaling, a page
 * drawn smaller than its size is requested at exactly its device pixels; otherwise only if it has
 * more than twice these pixels, or if browsers cannot decode it. To save data, every larger page is
 * requested with part of these pixels.
 *
 * @param width real width of the page, null if unknown
 * @param drawn device pixels of the whole page on screen
 */
export const requestedWidth = (
  mediaType: string,
  width: number | null,
  drawn: number,
  sharpen: ComicSettings['sharpen'],
): number | null => {
  if (displayable.has(mediaType)) {
    if (width === null || unscaled.has(mediaType)) return null;
    const small = Math.ceil((drawn * saved) / step) * step;
    if (sharpen === 'low' && width > small) return small;
    if (sharpen === 'high' && width > shrinkFrom * drawn) return Math.max(1, Math.round(drawn));
    if (width <= 2 * drawn) return null;
  }
  const wanted = Math.ceil((drawn * 1.5) / step) * step;
  return Math.min(wanted, width ?? wanted, widest);
};

/**
 * URL of a page image for a display size.
 *
 * @param drawn device pixels of the whole page on screen
 * @param attempt number of retries; a failed response may be cached under the plain URL
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
