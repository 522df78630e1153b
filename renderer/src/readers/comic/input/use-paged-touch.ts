import { useEffect, type RefObject } from 'react';

import type { Point } from '../stage/fit.ts';
import type { ReaderStore } from '../store/reader-store.ts';
import { canScroll } from '../strip/scrolling.ts';
import { isOnText } from './is-on-text.ts';
import { axisOf, swipeStep } from './navigation.ts';

interface Gesture {
  /**
   * `native` leaves the gesture to the browser for scrolling; `exit` pulls the page down to close.
   */
  kind: 'undecided' | 'swipe' | 'exit' | 'native';
  start: Point;
  at: number;
  /** Pixels along the reading axis, or downwards for `exit`. */
  distance: number;
}

/** Movement tolerance of a finger (px). */
const slop = 8;

/** Share of the viewport's height to pull a page down to close the book. */
const exitShare = 0.22;

/**
 * One finger drags the page along the reading axis if the page itself cannot scroll. The drag is
 * stored in the CSS properties `--drag` and `--exit`, so that it renders nothing. With horizontal
 * turning, pulling a page down from its top closes the book.
 */
export const usePagedTouch = (
  store: ReaderStore,
  stage: RefObject<HTMLElement | null>,
  pane: RefObject<HTMLElement | null>,
): void => {
  useEffect(() => {
    const { current: element } = stage;
    if (!element) return;
    // The parent also contains the card at the end of the book.
    const area = element.parentElement ?? element;
    let gesture: Gesture | null = null;

    const drag = (distance: number | null) => {
      element.toggleAttribute('data-dragging', distance !== null);
      element.style.setProperty('--drag', `${distance ?? 0}px`);
    };
    const pull = (distance: number) => {
      element.style.setProperty('--exit', `${Math.max(0, distance)}px`);
    };

    const onStart = ({ touches, timeStamp, target }: TouchEvent) => {
      const [finger, another] = touches;
      drag(null);
      pull(0);
      gesture =
        finger && !another && !isOnText(target)
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
        const canExit = axis === 'x' && moved.y > 0 && !canScroll(pane.current, 'y', -1);
        const own = isAlong && !canMove ? 'swipe' : !isAlong && canExit ? 'exit' : 'native';
        gesture.kind = event.cancelable ? own : 'native';
      }
      if (gesture.kind === 'native') return;
      event.preventDefault();
      if (gesture.kind === 'exit') {
        gesture.distance = moved.y;
        pull(moved.y);
        return;
      }
      gesture.distance = moved[axis];
      drag(gesture.distance);
    };

    const onEnd = ({ timeStamp }: TouchEvent) => {
      const ended = gesture;
      gesture = null;
      drag(null);
      pull(0);
      const { mode, viewport } = store.getState();
      if (ended?.kind === 'exit' && ended.distance > viewport.height * exitShare) {
        store.actions.close();
      }
      if (ended?.kind !== 'swipe') return;
      const axis = axisOf(mode);
      const extent = axis === 'x' ? viewport.width : viewport.height;
      const step = swipeStep(ended.distance, timeStamp - ended.at, extent, axis, mode);
      if (step !== null) store.actions.turn(step);
    };

    const listening = new AbortController();
    const { signal } = listening;
    area.addEventListener('touchstart', onStart, { passive: true, signal });
    area.addEventListener('touchmove', onMove, { passive: false, signal });
    area.addEventListener('touchend', onEnd, { signal });
    area.addEventListener('touchcancel', onEnd, { signal });
    return () => listening.abort();
  }, [store, stage, pane]);
};

const pointOf = (touch: Touch): Point => ({ x: touch.clientX, y: touch.clientY });
