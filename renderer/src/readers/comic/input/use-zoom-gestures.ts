import { useEffect, type RefObject } from 'react';

import { listenToZoom } from '../../shell/zoom-gestures.ts';
import type { ReaderStore } from '../store/reader-store.ts';

/** Zooms the stage by wheel and pinch. */
export const useZoomGestures = (store: ReaderStore, stage: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const { current: element } = stage;
    if (!element) return;
    const listening = new AbortController();
    listenToZoom(
      element,
      {
        zoom: () => store.getState().zoom,
        setZoom: (zoom, around) => store.getState().control?.zoom(zoom, around),
        takesWheel: () => store.getState().settings.wheel === 'zoom',
      },
      listening.signal,
    );
    return () => listening.abort();
  }, [store, stage]);
};
