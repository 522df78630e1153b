import { useRef, type MouseEvent } from 'react';

import { useReaderStore } from './reader-context.tsx';
import { clickStep } from './zones.ts';

/** Milliseconds within which a second tap makes a double tap. */
const doubleTap = 260;

/**
 * Clicks at the edges turn, clicks in the middle show or hide the controls. A double tap zooms in
 * there and out again; so a single tap waits where it could be the first of two.
 */
export const useStageClick = () => {
  const store = useReaderStore();
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);

  return (event: MouseEvent<HTMLElement>) => {
    if (event.target instanceof Element && event.target.closest('button, a')) return;
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const point = { x: event.clientX - left, y: event.clientY - top };
    const { mode, settings, zoom, chrome, control } = store.getState();
    const isTouch = (event.nativeEvent as PointerEvent).pointerType === 'touch';
    const step =
      zoom > 1 && isTouch
        ? null
        : clickStep({ x: point.x / width, y: point.y / height }, mode, settings);
    if (step !== null) {
      store.actions.turn(step);
      return;
    }

    const toggle = () => store.actions.set({ chrome: chrome === 'shown' ? 'hidden' : 'shown' });
    if (!isTouch) {
      toggle();
      return;
    }
    if (waiting.current === undefined) {
      waiting.current = setTimeout(() => {
        waiting.current = undefined;
        toggle();
      }, doubleTap);
      return;
    }
    clearTimeout(waiting.current);
    waiting.current = undefined;
    control?.zoom(zoom > 1 ? 1 : 2.5, point);
  };
};
