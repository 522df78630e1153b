import { clamp } from '../../../../../shared/clamp.ts';
import type { LeftPosition } from '../../shell/reading-moves.ts';
import { axisOfStrip } from '../input/navigation.ts';
import type { PageShape } from '../stage/page-shape.ts';
import type { StripPosition } from '../strip/strip-position.ts';
import type { ReadingMode } from './reading-mode.ts';

/** The page with this number, or the nearest one that exists. */
export const pageWithin = (page: number, count: number): number =>
  clamp(page, 1, Math.max(1, count));

interface Shown {
  page: number;
  mode: ReadingMode;
  stripPosition: StripPosition | null;
  back: LeftPosition | null;
}

/** The change that shows another file of the same book, at the same page or its last. */
export const withFile = <File extends { pages: readonly PageShape[] }>(
  { page: before, mode, stripPosition, back }: Shown,
  file: File,
) => {
  const { length } = file.pages;
  const page = pageWithin(before, length);
  const isSame = axisOfStrip(mode) !== null && page === before && stripPosition !== null;
  const start = isSame ? stripPosition : { page, share: 0 };
  return {
    ...file,
    // Another array, so that the pages are drawn again even if their sizes are the same.
    pages: [...file.pages],
    page,
    jump: { ...start, from: 'start' as const },
    crops: new Map(),
    end: null,
    back: back !== null && back.page <= length ? back : null,
  };
};
