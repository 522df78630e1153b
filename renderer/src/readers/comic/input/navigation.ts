import type { Step } from '../../shell/opened-book.ts';
import type { ReadingMode } from '../store/reading-mode.ts';

export type Side = 'left' | 'right' | 'up' | 'down';

/** The axis along which pages are laid out. */
export const axisOf = (mode: ReadingMode): 'x' | 'y' =>
  mode === 'vertical' || mode === 'webtoon' ? 'y' : 'x';

/** The scroll axis of a strip; null in paged modes. */
export const axisOfStrip = (mode: ReadingMode): 'x' | 'y' | null =>
  mode === 'webtoon' ? 'y' : mode === 'horizontal' ? 'x' : null;

/** Maps an arrow key to a step forward or back. */
export const stepTowards = (side: Side, mode: ReadingMode): Step => {
  if (side === 'up') return -1;
  if (side === 'down') return 1;
  return (side === 'right') === (mode !== 'rtl') ? 1 : -1;
};

/** A drag turns the page after a fifth of the way, or when flicked. Pixels and milliseconds. */
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
