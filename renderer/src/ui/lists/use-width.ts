import { useLayoutEffect, useState, type RefObject } from 'react';

/**
 * Width of an element (CSS px): 0 in the first render, known before the first paint, and followed from then on.
 */
export const useWidth = (element: RefObject<HTMLElement | null>): number => {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const measure = () => setWidth(current.getBoundingClientRect().width);
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    measure();
    return () => observer.disconnect();
  }, [element]);
  return width;
};
