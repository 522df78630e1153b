import type { ReadingValues } from '../settings/fields.ts';

export type PdfSettings = ReadingValues<'pdf'>;

interface Size {
  width: number;
  height: number;
}

/** On a wide screen, a page that fills the width would be too large to read. */
const maxByWidth = 1.3;

/** The largest scale of all, so that a page of a few points does not enlarge the others beyond use. */
export const maxScale = 8;

/** Margin around the pages (px); none in a small window. */
const marginIn = ({ width }: Size): number => (width < 700 ? 0 : 16);

/**
 * The scale at which a page of this size (at scale 1) fits the container as configured. 1 is the
 * print size.
 */
export const fitScale = (
  { fit, custom_fit, layout }: Pick<PdfSettings, 'fit' | 'custom_fit' | 'layout'>,
  page: Size,
  window: Size,
): number => {
  if (fit === 'custom') return custom_fit / 100;
  const margin = marginIn(window);
  const across = layout === 'single' ? 1 : 2;
  const width = Math.max(1, window.width - 2 * margin - (across - 1) * pageGap) / across;
  const byWidth = width / page.width;
  if (fit === 'width') return Math.min(byWidth, maxByWidth);
  return Math.min(byWidth, Math.max(1, window.height - margin) / page.height, maxScale);
};

/** Gap between two pages (px); must match the style sheet. */
const pageGap = 10;
