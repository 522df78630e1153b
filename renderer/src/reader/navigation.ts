import type { ReadingMode } from './reading-mode.ts';

/** Along the reading order: 1 is forward, -1 back. */
export type Step = 1 | -1;

export type Side = 'left' | 'right' | 'up' | 'down';

/** The axis along which pages lie side by side. */
export const axisOf = (mode: ReadingMode): 'x' | 'y' =>
  mode === 'ltr' || mode === 'rtl' ? 'x' : 'y';

/** What pressing an arrow key means: towards the next page or the previous one. */
export const stepTowards = (side: Side, mode: ReadingMode): Step => {
  if (side === 'up') return -1;
  if (side === 'down') return 1;
  return (side === 'right') === (mode !== 'rtl') ? 1 : -1;
};

/** The share of the width at each edge that turns the page. */
const edgeShare = 0.3;

/**
 * What a click does: the edges turn (by direction), the middle shows or hides the controls (null).
 *
 * @param x position from the left, in the unit of `width`
 */
export const clickStep = (
  x: number,
  width: number,
  mode: ReadingMode,
  zones: 'edges' | 'off',
): Step | null => {
  if (zones === 'off') return null;
  if (x < width * edgeShare) return stepTowards('left', mode);
  if (x > width * (1 - edgeShare)) return stepTowards('right', mode);
  return null;
};

/** A drag turns when it went a fifth of the way, or was flicked. Pixels and milliseconds. */
export const swipeStep = (
  distance: number,
  milliseconds: number,
  extent: number,
  axis: 'x' | 'y',
  mode: ReadingMode,
): Step | null => {
  const far = Math.abs(distance) > extent / 5;
  const flicked = Math.abs(distance) > 24 && Math.abs(distance) / Math.max(1, milliseconds) > 0.4;
  if (!far && !flicked) return null;
  if (axis === 'y') return stepTowards(distance < 0 ? 'down' : 'up', mode);
  return stepTowards(distance < 0 ? 'right' : 'left', mode);
};
