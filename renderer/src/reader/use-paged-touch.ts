import { useEffect, type RefObject } from 'react';

import type { Point } from './fit.ts';
import { axisOf, swipeStep } from './navigation.ts';
import type { ReaderStore } from './reader-store.ts';
import { canScroll } from './scrolling.ts';

interface Gesture {
  /** `native` leaves the finger to the browser, which scrolls. */
  kind: 'undecided' | 'swipe' | 'native';
  start: Point;
  at: number;
  /** Pixels along the reading axis. */
  distance: number;
}

/** Pixels that a finger trembles. */
const slop = 8;

/**
 * One finger drags the page along the reading axis, where the page cannot scroll itself. The drag
 * lives in the custom property `--drag`, so following a finger renders nothing.
 */
export const usePagedTouch = (
  store: ReaderStore,
  stage: RefObject<HTMLElement | null>,
  pane: RefObject<HTMLElement | null>,
): void => {
  useEffect(() => {
    const { current: element } = stage;
    if (!element) return;
    let gesture: Gesture | null = null;

    const drag = (distance: number | null) => {
      element.toggleAttribute('data-dragging', distance !== null);
      element.style.setProperty('--drag', `${distance ?? 0}px`);
    };

    const onStart = ({ touches, timeStamp }: TouchEvent) => {
      const [finger, another] = touches;
      drag(null);
      gesture =
        finger && !another
          ? { kind: 'undecided', start: pointOf(finger), at: timeStamp, distance: 0 }
          : null;
    };

    const onMove = (event: TouchEvent) => {
      const [finger] = event.touches;
      if (!gesture || !finger || !pane.current) return;
      const axis = axisOf(store.getState().mode);
      const { x, y } = pointOf(finger);
      const moved = { x: x - gesture.start.x, y: y - gesture.start.y };
      if (gesture.kind === 'undecided') {
        if (Math.hypot(moved.x, moved.y) < slop) return;
        const isAlong = Math.abs(moved[axis]) > Math.abs(moved[axis === 'x' ? 'y' : 'x']);
        // A finger that moves left scrolls to the right.
        const canMove = canScroll(pane.current, axis, -moved[axis]);
        gesture.kind = isAlong && !canMove && event.cancelable ? 'swipe' : 'native';
      }
      if (gesture.kind !== 'swipe') return;
      event.preventDefault();
      gesture.distance = moved[axis];
      drag(gesture.distance);
    };

    const onEnd = ({ timeStamp }: TouchEvent) => {
      const ended = gesture;
      gesture = null;
      drag(null);
      if (ended?.kind !== 'swipe') return;
      const { mode, viewport } = store.getState();
      const axis = axisOf(mode);
      const extent = axis === 'x' ? viewport.width : viewport.height;
      const step = swipeStep(ended.distance, timeStamp - ended.at, extent, axis, mode);
      if (step !== null) store.actions.turn(step);
    };

    const listening = new AbortController();
    const { signal } = listening;
    element.addEventListener('touchstart', onStart, { passive: true, signal });
    element.addEventListener('touchmove', onMove, { passive: false, signal });
    element.addEventListener('touchend', onEnd, { signal });
    element.addEventListener('touchcancel', onEnd, { signal });
    return () => listening.abort();
  }, [store, stage, pane]);
};

const pointOf = (touch: Touch): Point => ({ x: touch.clientX, y: touch.clientY });
