import { pageUrl } from '../api/client.ts';
import type { PageShape } from './page-shape.ts';

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

/** Requested widths are whole steps, so that a window dragged wider does not fetch every pixel. */
const step = 256;
const widest = 10_000;

/**
 * The width to ask the server for, in image pixels; null for the stored bytes, which is the rule.
 * Only a page of more than twice the pixels the window can show is worth converting, or one that
 * browsers cannot decode.
 *
 * @param width true width of the page, null if unknown
 * @param available device pixels across the window
 */
export const requestedWidth = (
  mediaType: string,
  width: number | null,
  available: number,
): number | null => {
  if (displayable.has(mediaType) && (width === null || width <= 2 * available)) return null;
  const wanted = Math.ceil((available * 1.5) / step) * step;
  return Math.min(wanted, width ?? wanted, widest);
};

/**
 * The URL of a page image for a window.
 *
 * @param attempt counts retries by hand; a failed answer may be cached under the plain URL
 */
export const pageSource = (
  bookId: string,
  page: PageShape,
  available: number,
  attempt = 0,
): string => {
  const width = requestedWidth(page.mediaType, page.size?.width ?? null, available);
  const url = pageUrl(bookId, page.number, width === null ? {} : { width });
  return attempt === 0 ? url : `${url}${url.includes('?') ? '&' : '?'}retry=${attempt}`;
};
