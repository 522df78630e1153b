import type { ReadingDirection } from '../../../../../shared/api/libraries.ts';
import { ratioOf, sizeOf, type PageShape, type Size } from '../stage/page-shape.ts';
import type { SpreadLayout } from '../stage/spreads.ts';
import type { ComicSettings } from './settings.ts';

/** How pages are laid out and read. */
export type ReadingMode = ReadingDirection | 'horizontal';

/** Height / width of a strip page; the tallest newspaper formats are below 2:1. */
const stripRatio = 2;
/** A higher page counts no more than this, as four printed pages. */
const mostRatio = 6;

/** Why the mode applies: chosen by the user, or the source that `auto` used. */
export type ModeReason = 'chosen' | 'metadata' | 'shapes' | 'library' | 'default';

interface Known {
  metadata: ReadingDirection | null;
  library: ReadingDirection | null;
  pages: readonly PageShape[];
}

/**
 * Resolves `auto`: webtoon if the book is mostly tall strips, unless the metadata name a vertical mode,
 * else the direction in the metadata, else the library's default. Files can only say from which side
 * pages are turned: docs/decisions/0560-strips-scroll.md.
 */
export const resolveMode = (
  setting: ComicSettings['mode'],
  known: Known,
): { mode: ReadingMode; reason: ModeReason } => {
  if (setting !== 'auto') return { mode: setting, reason: 'chosen' };
  const isTurned = known.metadata === null || known.metadata === 'ltr' || known.metadata === 'rtl';
  if (isTurned && isStrip(known.pages)) return { mode: 'webtoon', reason: 'shapes' };
  if (known.metadata) return { mode: known.metadata, reason: 'metadata' };
  if (known.library) return { mode: known.library, reason: 'library' };
  return { mode: 'ltr', reason: 'default' };
};

/**
 * Weighted by height, so that a few title pages do not matter, up to a limit, so that neither does a
 * single fold-out. Spines and bookmarks are high only because they are narrow.
 */
const isStrip = (pages: readonly PageShape[]): boolean => {
  const widths = pages.map((page) => sizeOf(page).width).sort((first, other) => first - other);
  const narrow = (widths[pages.length >> 1] ?? 0) / 2;
  const isTall = (page: PageShape) => ratioOf(page) >= stripRatio && sizeOf(page).width >= narrow;
  const height = (counted: readonly PageShape[]) =>
    counted.reduce((sum, page) => sum + Math.min(ratioOf(page), mostRatio), 0);
  return 2 * height(pages.filter(isTall)) > height(pages);
};

/**
 * Resolves `auto`: a spread if the viewport is clearly wider than high, otherwise a single page.
 */
export const resolveLayout = (
  setting: ComicSettings['layout'],
  mode: ReadingMode,
  viewport: Size,
): SpreadLayout => {
  if (mode !== 'ltr' && mode !== 'rtl') return 'single';
  if (setting !== 'auto') return setting;
  return viewport.width >= 1.2 * viewport.height ? 'double-cover' : 'single';
};
