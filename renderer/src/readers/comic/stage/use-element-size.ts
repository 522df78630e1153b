import { useLayoutEffect, type RefObject } from 'react';

import type { Size } from './page-shape.ts';

/** Reports an element's inner size initially and on change (CSS px). */
export const useElementSize = (
  element: RefObject<HTMLElement | null>,
  onSize: (size: Size) => void,
): void => {
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const measure = () => onSize({ width: current.clientWidth, height: current.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element, onSize]);
};
