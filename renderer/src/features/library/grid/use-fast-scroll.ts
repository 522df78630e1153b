import { useEffect, type RefObject } from 'react';

/** Scroll speed (viewport heights per second) above which covers are not loaded … */
const fastScreens = 3;
/**
 * … until it drops below this. The hysteresis is needed because a busy main thread makes scrolling
 * seem slower.
 */
const slowScreens = 1;
/** Time without scroll events after which scrolling has stopped (ms). */
const restMs = 100;

/**
 * Sets `data-passing` on a list during fast scrolling, so that covers scrolled past are not fetched
 * (see `cover.module.css`). An attribute, because a re-render would cost what this saves.
 */
export const useFastScroll = (list: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const content = document.getElementById('content');
    if (content === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last = { top: 0, time: -Infinity, isFast: false };
    const stop = () => list.current?.removeAttribute('data-passing');
    const onScroll = () => {
      const { scrollTop: top, clientHeight } = content;
      const time = performance.now();
      const screens = Math.abs(top - last.top) / clientHeight / ((time - last.time) / 1000);
      const isFast = screens > (last.isFast ? slowScreens : fastScreens);
      // A single jump is only one fast event; ignore it.
      if (isFast && last.isFast) list.current?.setAttribute('data-passing', '');
      if (!isFast) stop();
      last = { top, time, isFast };
      clearTimeout(timer);
      timer = setTimeout(() => {
        last.isFast = false;
        stop();
      }, restMs);
    };
    content.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      content.removeEventListener('scroll', onScroll);
      clearTimeout(timer);
    };
  }, [list]);
};
