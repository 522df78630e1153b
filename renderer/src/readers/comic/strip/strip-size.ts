import type { Size } from '../stage/page-shape.ts';
import { paddedWidth } from '../stage/spread-layout.ts';
import type { ComicSettings } from '../store/settings.ts';

/** Maximum viewport width of a phone (px), where a strip takes the full width. */
const phoneWidth = 700;
/** Width of a strip in a wider viewport, in percent. */
const desktopShare = 60;

/** Width of a vertical strip or height of a horizontal one (CSS px). */
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
