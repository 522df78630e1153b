/** Scrolling along one axis, measured from the start of reading (CSS px). */
export interface AxisScroll {
  offset: () => number;
  /** Viewport size. */
  visible: () => number;
  /** The maximum offset. */
  most: () => number;
  to: (offset: number) => void;
}

/** @param isReversed for a right-to-left strip, where scrollLeft is negative */
export const scrollAlong = (
  element: HTMLElement,
  axis: 'x' | 'y',
  isReversed: boolean,
): AxisScroll =>
  axis === 'y'
    ? {
        offset: () => element.scrollTop,
        visible: () => element.clientHeight,
        most: () => element.scrollHeight - element.clientHeight,
        to: (offset) => element.scrollTo({ top: offset, behavior: 'instant' }),
      }
    : {
        offset: () => Math.abs(element.scrollLeft),
        visible: () => element.clientWidth,
        most: () => element.scrollWidth - element.clientWidth,
        to: (offset) =>
          element.scrollTo({ left: isReversed ? -offset : offset, behavior: 'instant' }),
      };
