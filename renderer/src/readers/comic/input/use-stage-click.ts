import { useEffect, useRef, type MouseEvent } from 'react';

import { doubleTapTime, doubleTapZoom } from '../../shell/zoom-gestures.ts';
import { useReaderStore } from '../store/reader-context.tsx';
import { isOnText } from './is-on-text.ts';
import { clickStep } from './zones.ts';

/**
 * A click at an edge turns the page; in the middle it toggles the controls. A double tap there
 * zooms in or out, so a single tap is delayed.
 */
export const useStageClick = () => {
  const store = useReaderStore();
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pointer = useLastPointer();

  return (event: MouseEvent<HTMLElement>) => {
    if (event.target instanceof Element && event.target.closest('button, a')) return;
    if (isOnText(event.target)) return;
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const point = { x: event.clientX - left, y: event.clientY - top };
    const { mode, settings, zoom, chrome, control } = store.getState();
    const isTouch = pointer.current === 'touch';
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
      }, doubleTapTime);
      return;
    }
    clearTimeout(waiting.current);
    waiting.current = undefined;
    control?.zoom(zoom > 1 ? 1 : doubleTapZoom, point);
  };
};

/**
 * Tracks the last pointer type: `click` events lack it in Safari before 18.2 and Firefox before
 * 129.
 */
const useLastPointer = () => {
  const pointer = useRef('mouse');
  useEffect(() => {
    const listening = new AbortController();
    addEventListener(
      'pointerdown',
      ({ pointerType }) => {
        pointer.current = pointerType;
      },
      { capture: true, signal: listening.signal },
    );
    return () => listening.abort();
  }, []);
  return pointer;
};
