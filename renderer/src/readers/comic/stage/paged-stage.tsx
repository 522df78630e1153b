import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';

import { useReducedMotion } from '../../shell/use-reduced-motion.ts';
import { axisOf } from '../input/navigation.ts';
import { useMousePan } from '../input/use-mouse-pan.ts';
import { usePagedTouch } from '../input/use-paged-touch.ts';
import { usePagedWheel } from '../input/use-paged-wheel.ts';
import { useZoomGestures } from '../input/use-zoom-gestures.ts';
import { useReader, useReaderStore } from '../store/reader-context.tsx';
import type { ReaderState, StageControl } from '../store/reader-store.ts';
import { canScroll, scrollScreen } from '../strip/scrolling.ts';
import { scrollAfterZoom, type Point } from './fit.ts';
import type { Size } from './page-shape.ts';
import classes from './paged-stage.module.css';
import { contentSize, drawSpread } from './spread-layout.ts';
import { SpreadPane } from './spread-pane.tsx';
import { useElementSize } from './use-element-size.ts';

/** Paged mode: one spread at a time, with its neighbours rendered beside it. */
export const PagedStage = () => {
  const store = useReaderStore();
  const stage = useRef<HTMLDivElement>(null);
  const pane = useRef<HTMLDivElement>(null);
  const beforeZoom = useRef<{ around: Point; scroll: Point; content: Size } | null>(null);

  const spreads = useReader((state) => state.spreads);
  const spreadIndex = useReader((state) => state.spreadIndex);
  const mode = useReader((state) => state.mode);
  const zoom = useReader((state) => state.zoom);
  const transition = useReader((state) => state.settings.transition);
  const isStill = useReducedMotion();

  useElementSize(stage, store.actions.setViewport);

  const zoomTo = useCallback(
    (next: number, around?: Point) => {
      const { current } = pane;
      if (!current) return;
      const state = store.getState();
      beforeZoom.current = {
        around: around ?? { x: state.viewport.width / 2, y: state.viewport.height / 2 },
        scroll: { x: current.scrollLeft, y: current.scrollTop },
        content: shownSize(state),
      };
      store.actions.setZoom(next);
    },
    [store],
  );

  useLayoutEffect(() => {
    const before = beforeZoom.current;
    beforeZoom.current = null;
    if (!before || !pane.current) return;
    const state = store.getState();
    const { around, scroll, content } = before;
    const target = scrollAfterZoom(around, scroll, content, shownSize(state), state.viewport);
    pane.current.scrollTo({ left: target.x, top: target.y, behavior: 'instant' });
  }, [zoom, store]);

  const control = useMemo(
    (): StageControl => ({
      scroll: (step) => scrollScreen(pane.current, step, isStill ? 'instant' : 'smooth'),
      move: (pixels) => {
        const { current } = pane;
        if (!current || !canScroll(current, 'y', 1)) return false;
        current.scrollBy({ top: pixels, behavior: 'instant' });
        return true;
      },
      zoom: zoomTo,
    }),
    [zoomTo, isStill],
  );

  useEffect(() => {
    store.actions.set({ control });
    return () => store.actions.set({ control: null });
  }, [store, control]);

  useZoomGestures(store, stage);
  useMousePan(stage);
  usePagedTouch(store, stage, pane);
  usePagedWheel(store, stage, pane);

  const first = Math.max(0, spreadIndex - 1);
  return (
    <div
      ref={stage}
      className={classes.stage}
      data-axis={axisOf(mode)}
      data-transition={isStill ? 'none' : transition}
    >
      {spreads.slice(first, spreadIndex + 2).map((spread, index) => {
        const offset = first + index - spreadIndex;
        return (
          <SpreadPane
            key={`${spread[0].page}${spread[0].half ?? ''}`}
            spread={spread}
            offset={mode === 'rtl' ? -offset : offset}
            paneRef={offset === 0 ? pane : undefined}
          />
        );
      })}
    </div>
  );
};

/** Display size of the current spread. */
const shownSize = (state: ReaderState): Size => {
  const spread = state.spreads[state.spreadIndex];
  const drawn = spread ? drawSpread(spread, state, state.zoom) : [];
  return contentSize(drawn, state.settings.gap);
};
