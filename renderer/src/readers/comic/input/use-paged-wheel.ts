import { useEffect, type RefObject } from 'react';

import { createWheelTurner } from '../../shell/wheel-turner.ts';
import { wheelPixels } from '../../shell/zoom-gestures.ts';
import type { ReaderStore } from '../store/reader-store.ts';
import { canScroll } from '../strip/scrolling.ts';

/** Mouse wheel in paged mode: scrolls and then turns, or turns at once, by setting. */
export const usePagedWheel = (
  store: ReaderStore,
  stage: RefObject<HTMLElement | null>,
  pane: RefObject<HTMLElement | null>,
): void => {
  useEffect(() => {
    const { current: element } = stage;
    if (!element) return;
    const turner = createWheelTurner();
    const onWheel = (event: WheelEvent) => {
      const { mode, settings } = store.getState();
      if (event.ctrlKey || settings.wheel === 'zoom' || !pane.current) return;
      const { x, y } = wheelPixels(event);
      const axis = Math.abs(x) > Math.abs(y) ? 'x' : 'y';
      const travel = axis === 'x' ? x : y;
      if (travel === 0) return;
      // Horizontally, forward is the reading direction.
      const forward = axis === 'x' && mode === 'rtl' ? -travel : travel;
      const canMove =
        settings.wheel === 'scroll-then-turn' && canScroll(pane.current, axis, travel);
      const step = turner.feed(forward, canMove, event.timeStamp);
      if (step === 'scroll') return;
      event.preventDefault();
      if (step !== null) store.actions.turn(step, step === 1 ? 'start' : 'end');
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [store, stage, pane]);
};
