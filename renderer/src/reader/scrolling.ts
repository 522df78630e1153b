import type { Step } from './navigation.ts';

/** Whether an element has anything left to scroll in a direction; half pixels do not count. */
export const canScroll = (element: HTMLElement, axis: 'x' | 'y', direction: number): boolean => {
  const [position, extent, visible] =
    axis === 'y'
      ? [element.scrollTop, element.scrollHeight, element.clientHeight]
      : [element.scrollLeft, element.scrollWidth, element.clientWidth];
  return direction > 0 ? position + visible < extent - 1 : position > 1;
};

/** Leaves some of what was read in sight, so that the eye finds its place again. */
const screenShare = 0.85;

/** Scrolls by most of a screen; false where the end has been reached. */
export const scrollScreen = (
  element: HTMLElement | null,
  step: Step,
  behavior: 'instant' | 'smooth',
): boolean => {
  if (!element || !canScroll(element, 'y', step)) return false;
  element.scrollBy({ top: step * element.clientHeight * screenShare, behavior });
  return true;
};
