import { useEffect, type RefObject } from 'react';

import { wheelPixels } from '../../shell/zoom-gestures.ts';
import type { ReaderStore } from '../store/reader-store.ts';

/** The vertical mouse wheel scrolls a horizontal strip. */
export const useStripWheel = (
  store: ReaderStore,
  stage: RefObject<HTMLElement | null>,
  axis: 'x' | 'y',
  isReversed: boolean,
): void => {
  useEffect(() => {
    const { current: element } = stage;
    if (!element || axis === 'y') return;
    const onWheel = (event: WheelEvent) => {
      const { x, y } = wheelPixels(event);
      const isZoom = event.ctrlKey || store.getState().settings.wheel === 'zoom';
      if (isZoom || Math.abs(x) >= Math.abs(y)) return;
      event.preventDefault();
      element.scrollBy({ left: isReversed ? -y : y, behavior: 'instant' });
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [store, stage, axis, isReversed]);
};
