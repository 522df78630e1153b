import { useEffect, type RefObject } from 'react';

/** Faster than so many heights of the window in a second, nobody sees what passes; */
const fastScreens = 3;
/** and until it is as slow as this: a machine that is busy drawing would seem to slow down. */
const slowScreens = 1;
/** Scrolling that was not heard of for so long has come to rest, in milliseconds. */
const restMs = 100;

/**
 * Marks a list with `data-passing` while it flies by, so that covers which would be gone before they came
 * are not asked for (see `cover.module.css`). An attribute, for to draw the list once more would cost what
 * is to be saved.
 */
export const usePassing = (list: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const content = document.getElementById('content');
    if (content === null) return undefined;
    let rest: ReturnType<typeof setTimeout> | undefined;
    let last = { top: 0, time: -Infinity, isFast: false };
    const stop = () => list.current?.removeAttribute('data-passing');
    const onScroll = () => {
      const { scrollTop: top, clientHeight } = content;
      const time = performance.now();
      const screens = Math.abs(top - last.top) / clientHeight / ((time - last.time) / 1000);
      const isFast = screens > (last.isFast ? slowScreens : fastScreens);
      // A jump is fast once, and rests at once.
      if (isFast && last.isFast) list.current?.setAttribute('data-passing', '');
      if (!isFast) stop();
      last = { top, time, isFast };
      clearTimeout(rest);
      rest = setTimeout(() => {
        last.isFast = false;
        stop();
      }, restMs);
    };
    content.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      content.removeEventListener('scroll', onScroll);
      clearTimeout(rest);
    };
  }, [list]);
};
