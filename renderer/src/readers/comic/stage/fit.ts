import { clamp } from '../../../../../shared/clamp.ts';
import type { ComicSettings } from '../store/settings.ts';
import type { Size } from './page-shape.ts';

type Fit = ComicSettings['fit'];

/** The fit mode, and the percentage for `custom`. */
export interface FitChoice {
  fit: Fit;
  custom_fit: number;
}

/**
 * Display sizes (CSS px) of the pages of a spread. All get the same height, so that facing pages of
 * different scans align.
 *
 * @param pages real sizes in device-independent image pixels
 * @param zoom factor on top of the fit; 1 is the fit itself
 */
export const fitSpread = (
  pages: readonly Size[],
  viewport: Size,
  choice: FitChoice,
  zoom: number,
): Size[] => {
  const height = Math.max(...pages.map((page) => page.height));
  const level = pages.map((page) => ({ width: (page.width * height) / page.height, height }));
  const total = { width: level.reduce((sum, page) => sum + page.width, 0), height };
  const scale = scaleOf(total, viewport, choice) * zoom;
  return level.map((page) => ({ width: page.width * scale, height: page.height * scale }));
};

const scaleOf = (content: Size, viewport: Size, { fit, custom_fit }: FitChoice): number => {
  const width = viewport.width / content.width;
  const height = viewport.height / content.height;
  const scales: Record<Fit, number> = {
    screen: Math.min(width, height),
    width,
    'shrink-width': Math.min(1, width),
    height,
    original: 1,
    custom: custom_fit / 100,
  };
  return scales[fit];
};

export interface Point {
  x: number;
  y: number;
}

/**
 * Scroll offset that keeps the point under the pointer fixed during a zoom. Content smaller than
 * the viewport is centred, per axis.
 *
 * @param pointer position in the viewport
 */
export const scrollAfterZoom = (
  pointer: Point,
  scroll: Point,
  before: Size,
  after: Size,
  viewport: Size,
): Point => ({
  x: anchored(pointer.x, scroll.x, before.width, after.width, viewport.width),
  y: anchored(pointer.y, scroll.y, before.height, after.height, viewport.height),
});

const anchored = (
  pointer: number,
  scroll: number,
  before: number,
  after: number,
  viewport: number,
): number => {
  const share = (scroll + pointer - margin(before, viewport)) / before;
  const target = share * after + margin(after, viewport) - pointer;
  return clamp(target, 0, Math.max(0, after - viewport));
};

const margin = (content: number, viewport: number): number => Math.max(0, (viewport - content) / 2);
