import { useEffect, type RefObject } from 'react';

import { axisOfStrip } from '../input/navigation.ts';
import { useReader, useReaderStore } from '../store/reader-context.tsx';

/**
 * Auto-scroll at the configured speed. Strips scroll smoothly; a page that fits the window is
 * turned after the time it would have scrolled. If configured, a touch, wheel or click pauses it.
 */
export const useAutoScroll = (root: RefObject<HTMLElement | null>): void => {
  const store = useReaderStore();
  const speed = useReader((state) => state.settings.auto_scroll);
  const pauses = useReader((state) => state.settings.auto_scroll_pause);
  const isOn = useReader((state) => state.isAutoScrolling && state.end === null) && speed > 0;

  useEffect(() => {
    if (!isOn) return;
    let frame = 0;
    let last: number | null = null;
    // Fractions of pixels, and pixels that could not be scrolled.
    let owed = 0;
    let stalled = 0;
    let { page, spreadIndex } = store.getState();
    const step = (now: number) => {
      frame = requestAnimationFrame(step);
      const state = store.getState();
      owed += last === null ? 0 : (Math.min(100, now - last) * speed) / 1000;
      last = now;
      if (state.page !== page || state.spreadIndex !== spreadIndex) stalled = 0;
      ({ page, spreadIndex } = state);
      const pixels = Math.floor(owed);
      if (pixels === 0 || !state.control) return;
      owed -= pixels;
      if (state.control.move(pixels)) return;
      stalled += pixels;
      const isStrip = axisOfStrip(state.mode) !== null;
      if (!isStrip && stalled < state.viewport.height) return;
      stalled = 0;
      store.actions.turn(1);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [isOn, speed, store]);

  useEffect(() => {
    const { current } = root;
    if (!isOn || !pauses || !current) return;
    const halt = ({ target }: Event) => {
      const isControl = target instanceof Element && target.closest('button, input, [role=dialog]');
      if (!isControl) store.actions.set({ isAutoScrolling: false });
    };
    const listening = new AbortController();
    const options = { passive: true, signal: listening.signal };
    current.addEventListener('pointerdown', halt, options);
    current.addEventListener('wheel', halt, options);
    return () => listening.abort();
  }, [isOn, pauses, root, store]);
};
