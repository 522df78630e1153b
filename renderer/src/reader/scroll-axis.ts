/** Scrolling along one axis, counted from where reading starts. CSS pixels. */
export interface AxisScroll {
  offset: () => number;
  /** What is seen of it at once. */
  visible: () => number;
  /** The largest offset. */
  most: () => number;
  to: (offset: number) => void;
}

/**
 * @param isReversed whether a sideways strip starts at the right, where browsers count below zero
 */
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
