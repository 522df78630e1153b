import { useRouter } from '@tanstack/react-router';
import { useEffectEvent, useLayoutEffect } from 'react';

/** Layers that are open over the page, the topmost last. */
const layers: object[] = [];

/**
 * On a touch device, the browser's Back closes the layers over the page, the topmost first, and
 * stays on the page. The history gets no entry for it.
 */
export const useCloseOnBack = (isOpen: boolean, onClose: () => void): void => {
  const { history } = useRouter();
  const close = useEffectEvent(onClose);
  useLayoutEffect(() => {
    if (!isOpen || !matchMedia('(pointer: coarse)').matches) return;
    const layer = {};
    layers.push(layer);
    const unblock = history.block({
      enableBeforeUnload: false,
      blockerFn: ({ action }) => {
        const closes = action === 'BACK' && layers.at(-1) === layer;
        if (closes) close();
        return closes;
      },
    });
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      unblock();
    };
  }, [isOpen, history]);
};
