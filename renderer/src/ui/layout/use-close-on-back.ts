import { useRouter } from '@tanstack/react-router';
import { useEffectEvent, useLayoutEffect } from 'react';

/** Layers that are open over the page, the topmost last. */
const layers: object[] = [];

/**
 * On a touch device, the browser's Back closes the layers over the page, the topmost first, and
 * stays on the page. The history gets no entry for it, except while the page is the first one: Back
 * would leave the app then.
 */
export const useCloseOnBack = (isOpen: boolean, onClose: () => void): void => {
  const { history } = useRouter();
  const close = useEffectEvent(onClose);
  useLayoutEffect(() => {
    if (!isOpen || !matchMedia('(pointer: coarse)').matches) return;
    const layer = {};
    layers.push(layer);
    if (history.location.state.__TSR_index === 0) addSpareEntry();
    const unblock = history.block({
      enableBeforeUnload: false,
      blockerFn: ({ action, currentLocation, nextLocation }) => {
        // Going back from the spare entry, whose search a page may have changed.
        const isSpare = action === 'GO' && currentLocation.pathname === nextLocation.pathname;
        const closes = (action === 'BACK' || isSpare) && layers.at(-1) === layer;
        if (closes) close();
        return closes && !(isSpare && layers.length === 1);
      },
    });
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      unblock();
      setTimeout(removeSpareEntry, pauseMs);
    };
  }, [isOpen, history]);
};

/** A second entry of the page, of which the router knows nothing. */
interface SpareEntry {
  isSpare?: boolean;
}

const isOnSpareEntry = (): boolean => (window.history.state as SpareEntry | null)?.isSpare === true;

const addSpareEntry = () => {
  if (isOnSpareEntry()) return;
  const state = { ...(window.history.state as object), isSpare: true };
  // Not `history.pushState`, which the router replaced by its own.
  History.prototype.pushState.call(window.history, state, '');
};

/** Runs `next` on the entry of the page itself, which `next` would otherwise leave behind when it replaces the spare one. */
export const afterSpareEntry = (next: () => void): void => {
  if (!isOnSpareEntry()) {
    next();
    return;
  }
  addEventListener('popstate', () => setTimeout(next), { once: true });
  window.history.back();
};

/** Time in which the link that closed a layer is followed, or another layer opens (ms). */
const pauseMs = 100;

/** Stays where a link in the layer was followed: the entry is no longer the newest then. */
const removeSpareEntry = () => {
  if (layers.length === 0 && isOnSpareEntry()) window.history.back();
};
