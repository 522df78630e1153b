import type { Size } from './page-shape.ts';
import type { ComicSettings } from './settings.ts';
import { paddedWidth } from './spread-layout.ts';

/** Windows at most this wide are phones, whose strip takes the whole width. */
const phoneWidth = 700;
/** Percent of a wider window that a strip takes. */
const desktopShare = 60;

/** The width of a strip that runs down, or the height of one that runs sideways. CSS pixels. */
export const stripAcross = (
  axis: 'x' | 'y',
  viewport: Size,
  settings: ComicSettings,
  zoom: number,
): number => {
  if (axis === 'x') return Math.round(viewport.height * zoom);
  const { strip_width: chosen } = settings;
  const auto = viewport.width <= phoneWidth ? 100 : desktopShare;
  const share = chosen === 'auto' ? auto : chosen;
  return Math.round((paddedWidth(viewport.width, settings) * share * zoom) / 100);
};
