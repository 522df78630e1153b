import type { ReadingValues } from '../reading-settings/fields.ts';

export type PdfSettings = ReadingValues<'pdf'>;

interface Size {
  width: number;
  height: number;
}

/** Pixels around a page and between two; a small window has none to give away. */
const marginIn = ({ width }: Size): number => (width < 700 ? 0 : 16);

/**
 * The scale at which a page of that size (of its own, at scale 1) fits the window as chosen.
 * 1 shows the page as large as it is printed.
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
  if (fit === 'width') return byWidth;
  return Math.min(byWidth, Math.max(1, window.height - margin) / page.height);
};

/** Pixels between two pages, as the style sheet has them. */
const pageGap = 10;
