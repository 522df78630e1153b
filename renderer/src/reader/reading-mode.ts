import type { ReadingDirection } from '../../../shared/api/libraries.ts';
import { ratioOf, type PageShape, type Size } from './page-shape.ts';
import type { ComicSettings } from './settings.ts';
import type { SpreadLayout } from './spreads.ts';

/** How pages follow each other. */
export type ReadingMode = ReadingDirection | 'horizontal';

/** A strip is much higher than any printed page; 2:1 is above the tallest newspaper format. */
const stripRatio = 2;

/** Why a book is read in its mode: somebody chose it, or what Auto went by. */
export type ModeReason = 'chosen' | 'metadata' | 'shapes' | 'library' | 'default';

interface Known {
  metadata: ReadingDirection | null;
  library: ReadingDirection | null;
  pages: readonly PageShape[];
}

/**
 * What Auto means for this book: the direction that the metadata names, else a webtoon where tall
 * strips make up most of it, else what the library was set to.
 */
export const resolveMode = (
  setting: ComicSettings['mode'],
  known: Known,
): { mode: ReadingMode; reason: ModeReason } => {
  if (setting !== 'auto') return { mode: setting, reason: 'chosen' };
  if (known.metadata) return { mode: known.metadata, reason: 'metadata' };
  if (isStrip(known.pages)) return { mode: 'webtoon', reason: 'shapes' };
  if (known.library) return { mode: known.library, reason: 'library' };
  return { mode: 'ltr', reason: 'default' };
};

/** Strips count by their height: a title page or two among them change nothing. */
const isStrip = (pages: readonly PageShape[]): boolean => {
  const height = (counted: readonly PageShape[]) =>
    counted.reduce((sum, page) => sum + ratioOf(page), 0);
  return 2 * height(pages.filter((page) => ratioOf(page) >= stripRatio)) > height(pages);
};

/** Auto shows two pages where they fit side by side better than one alone: a window wider than high. */
export const resolveLayout = (
  setting: ComicSettings['layout'],
  mode: ReadingMode,
  viewport: Size,
): SpreadLayout => {
  if (mode !== 'ltr' && mode !== 'rtl') return 'single';
  if (setting !== 'auto') return setting;
  return viewport.width >= 1.2 * viewport.height ? 'double-cover' : 'single';
};
