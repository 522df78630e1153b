import { useLayoutEffect, useState, type RefObject } from 'react';

/** The element that scrolls a page of the app. */
export const pageScroller = (): HTMLElement | null => document.getElementById('content');

/**
 * Distance (px) of a virtual list from the top of the scrolled content. Follows the height of what
 * stands above it, if both share an ancestor below `scroller`.
 */
export const useScrollMargin = (
  listRef: RefObject<HTMLElement | null>,
  scroller: () => HTMLElement | null,
): number => {
  const [margin, setMargin] = useState(0);
  // Content above changes the size of common ancestors. Measuring on each render would force a
  // layout.
  useLayoutEffect(() => {
    const list = listRef.current;
    const scrolled = scroller();
    if (list === null || scrolled === null) return undefined;
    const measure = () =>
      setMargin(
        list.getBoundingClientRect().top -
          scrolled.getBoundingClientRect().top +
          scrolled.scrollTop,
      );
    const observer = new ResizeObserver(measure);
    for (let outer = list.parentElement; outer && outer !== scrolled; outer = outer.parentElement)
      observer.observe(outer);
    measure();
    return () => observer.disconnect();
  }, [listRef, scroller]);
  return margin;
};
