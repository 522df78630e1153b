import { useEffect, type RefObject } from 'react';

import { axisOfStrip } from '../input/navigation.ts';
import { useReader, useReaderStore } from '../store/reader-context.tsx';
import { createCropFinder } from './crop-finder.ts';

/**
 * While cropping is on, measures the borders of each loaded page once. Neighbouring pages are
 * already loaded, so a page has its final size when turned to.
 */
export const useCrops = (root: RefObject<HTMLElement | null>): void => {
  const store = useReaderStore();
  const isOn = useReader(
    ({ settings, mode }) => settings.crop_borders !== 'off' && axisOfStrip(mode) === null,
  );

  useEffect(() => {
    const { current } = root;
    if (!isOn || !current) return;
    const finder = createCropFinder();
    const requested = new Set<number>();
    const see = (image: HTMLImageElement) => {
      const number = Number(image.dataset['number']);
      if (!number || requested.has(number) || image.naturalWidth === 0) return;
      requested.add(number);
      void finder.find(image).then((inside) => {
        if (inside) store.actions.setCrop(number, inside);
      });
    };
    // `load` does not bubble, so listen in the capture phase.
    const onLoad = ({ target }: Event) => {
      if (target instanceof HTMLImageElement) see(target);
    };
    current.addEventListener('load', onLoad, { capture: true });
    for (const image of current.querySelectorAll('img')) see(image);
    return () => {
      current.removeEventListener('load', onLoad, { capture: true });
      finder.close();
    };
  }, [isOn, root, store]);
};
