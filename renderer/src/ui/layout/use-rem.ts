import { useSyncExternalStore } from 'react';

const read = (): number =>
  Number.parseFloat(window.getComputedStyle(document.documentElement).fontSize);

let rem: number | undefined;
const listeners = new Set<() => void>();

/** Its height changes with the setting of the browser, which has no event. */
const watch = (): void => {
  const probe = document.createElement('div');
  probe.style.cssText = 'position: fixed; top: 0; height: 1rem; visibility: hidden';
  document.body.append(probe);
  new ResizeObserver(() => {
    rem = read();
    for (const listener of listeners) listener();
  }).observe(probe);
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Font size of the root (px), which heights of texts follow: 16, or what a person set in the browser. */
export const remInUse = (): number => {
  if (rem === undefined) {
    rem = read();
    watch();
  }
  return rem;
};

/** The same, followed while the page is open. */
export const useRem = (): number => useSyncExternalStore(subscribe, remInUse);
