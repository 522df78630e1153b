import type { ComicSettings } from '../store/settings.ts';
import { fitSpread } from './fit.ts';
import type { PageShape, Size } from './page-shape.ts';
import { viewOf, viewSize, type PageView, type ViewOptions } from './page-view.ts';
import type { Leaf, Spread } from './spreads.ts';

/** A leaf with its display size. */
export interface DrawnLeaf {
  leaf: Leaf;
  page: PageShape;
  view: PageView;
  /** CSS pixels. */
  size: Size;
}

export interface LayoutOptions extends ViewOptions {
  pages: readonly PageShape[];
  settings: ComicSettings;
}

/** Lays out a spread in the width that side padding and the gap leave. */
export const drawSpread = (spread: Spread, options: LayoutOptions, zoom: number): DrawnLeaf[] => {
  const { pages, settings, viewport } = options;
  const leaves = spread.flatMap((leaf) => {
    const page = pages[leaf.page - 1];
    return page ? [{ leaf, page, view: viewOf(leaf, page, options) }] : [];
  });
  const available = {
    width: paddedWidth(viewport.width, settings) - settings.gap * (leaves.length - 1),
    height: viewport.height,
  };
  const natural = leaves.map(({ view, page }) => viewSize(view, page));
  const sizes = fitSpread(natural, available, settings, zoom);
  return leaves.map((drawn, index) => ({ ...drawn, size: sizes[index] ?? available }));
};

/** Width without side padding, which is split between both sides. */
export const paddedWidth = (width: number, { side_padding }: ComicSettings): number =>
  width * (1 - side_padding / 100);

/** Display width of the whole page (CSS px). */
export const drawnPageWidth = ({ part, isTurned }: PageView, size: Size): number =>
  (isTurned ? size.height : size.width) / part.width;

/** Total size of a spread. */
export const contentSize = (drawn: readonly DrawnLeaf[], gap: number): Size => ({
  width: drawn.reduce((sum, { size }) => sum + size.width, 0) + gap * Math.max(0, drawn.length - 1),
  height: Math.max(0, ...drawn.map(({ size }) => size.height)),
});
