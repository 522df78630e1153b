import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';

import { EndCard } from './end-card.tsx';
import { PageImage } from './page-image.tsx';
import { useReader, useReaderStore } from './reader-context.tsx';
import type { StageControl } from './reader-store.ts';
import { scrollScreen } from './scrolling.ts';
import { useElementSize } from './use-element-size.ts';
import { useReducedMotion } from './use-reduced-motion.ts';
import { useZoomGestures } from './use-zoom-gestures.ts';
import {
  layoutStrip,
  offsetOf,
  pageBeingRead,
  pagesWithin,
  placeAt,
  type StripPlace,
} from './webtoon-position.ts';
import classes from './webtoon-stage.module.css';

/** Windows at most this wide are phones, whose strip takes the whole width. */
const phoneWidth = 700;

/**
 * All pages below each other. Their places are known before they are loaded, so nothing jumps, and
 * only the pages around the window are on the page.
 */
export const WebtoonStage = () => {
  const store = useReaderStore();
  const stage = useRef<HTMLDivElement>(null);
  const place = useRef<StripPlace>({ page: store.getState().page, share: 0 });
  const isStill = useReducedMotion();

  const pages = useReader((state) => state.pages);
  const viewport = useReader((state) => state.viewport);
  const zoom = useReader((state) => state.zoom);
  const gap = useReader((state) => state.settings.gap);
  const jump = useReader((state) => state.jump);
  const preload = useReader((state) => state.settings.preload);
  const chosen = useReader((state) => state.settings.strip_width);
  const share = chosen === 'auto' ? (viewport.width <= phoneWidth ? 100 : 60) : chosen;
  const width = Math.round((viewport.width * share * zoom) / 100);
  const strip = useMemo(() => layoutStrip(pages, width, gap), [pages, width, gap]);
  const [range, setRange] = useState({ first: jump.page, last: jump.page });

  useElementSize(stage, store.actions.setViewport);
  useZoomGestures(store, stage);

  const follow = useCallback(() => {
    const { current } = stage;
    if (!current) return;
    const { scrollTop, clientHeight } = current;
    place.current = placeAt(strip, scrollTop);
    store.actions.arrive(pageBeingRead(strip, scrollTop, clientHeight));
    const next = pagesWithin(strip, scrollTop, scrollTop + clientHeight);
    setRange((held) => (held.first === next.first && held.last === next.last ? held : next));
  }, [strip, store]);

  useLayoutEffect(() => {
    place.current = { page: jump.page, share: 0 };
  }, [jump]);

  // After a jump, and after every change of the strip's shape, the same place is at the top again.
  useLayoutEffect(() => {
    const { current } = stage;
    if (!current) return;
    current.scrollTop = offsetOf(strip, place.current);
    current.scrollLeft = (current.scrollWidth - current.clientWidth) / 2;
    follow();
  }, [strip, jump, follow]);

  const control = useMemo(
    (): StageControl => ({
      scroll: (step) => scrollScreen(stage.current, step, isStill ? 'instant' : 'smooth'),
      zoom: (next) => store.actions.setZoom(next),
    }),
    [store, isStill],
  );

  useEffect(() => {
    store.actions.set({ control });
    return () => store.actions.set({ control: null });
  }, [store, control]);

  const first = Math.max(1, range.first - 1);
  const last = Math.min(pages.length, range.last + Math.max(1, preload));
  return (
    <div ref={stage} className={classes.stage} onScroll={follow}>
      <div className={classes.strip} style={{ width, height: strip.total }}>
        {pages.slice(first - 1, last).map((page) => {
          const height = strip.heights[page.number - 1] ?? 0;
          return (
            <div
              key={page.number}
              className={classes.slot}
              style={{ top: strip.tops[page.number - 1] ?? 0 }}
            >
              <PageImage
                page={page}
                size={{ width, height }}
                isVisible={page.number >= range.first && page.number <= range.last}
                decoding="async"
              />
            </div>
          );
        })}
      </div>
      <div className={classes.end}>
        <EndCard step={1} isInline />
      </div>
    </div>
  );
};
