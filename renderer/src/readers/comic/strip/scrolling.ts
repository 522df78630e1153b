import type { Step } from '../../shell/opened-book.ts';

/** Whether an element can scroll further in a direction; half pixels do not count. */
export const canScroll = (element: HTMLElement, axis: 'x' | 'y', direction: number): boolean => {
  const [position, extent, visible] =
    axis === 'y'
      ? [element.scrollTop, element.scrollHeight, element.clientHeight]
      : [element.scrollLeft, element.scrollWidth, element.clientWidth];
  return direction > 0 ? position + visible < extent - 1 : position > 1;
};

/** Below 1, so that some already read content stays visible for orientation. */
const screenShare = 0.85;

/** Scrolls by most of a screen; false at the end. */
export const scrollScreen = (
  element: HTMLElement | null,
  step: Step,
  behavior: 'instant' | 'smooth',
): boolean => {
  if (!element || !canScroll(element, 'y', step)) return false;
  element.scrollBy({ top: step * element.clientHeight * screenShare, behavior });
  return true;
};
