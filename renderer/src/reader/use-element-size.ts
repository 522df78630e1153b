import { useLayoutEffect, type RefObject } from 'react';

import type { Size } from './page-shape.ts';

/** Reports the inner size of an element at once and whenever it changes. CSS pixels. */
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
