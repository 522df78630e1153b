import {
  type CSSProperties,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';

import { useReducedMotion } from '../../shell/use-reduced-motion.ts';
import { wheelPixels } from '../../shell/zoom-gestures.ts';
import { ComicEndCard } from '../chrome/end-card.tsx';
import { useZoomGestures } from '../input/use-zoom-gestures.ts';
import type { Point } from '../stage/fit.ts';
import { PageImage } from '../stage/page-image.tsx';
import { useElementSize } from '../stage/use-element-size.ts';
import { opensNext } from '../store/end-behaviour.ts';
import { useReader, useReaderStore } from '../store/reader-context.tsx';
import type { ReaderStore, StageControl } from '../store/reader-store.ts';
import {
  layoutStrip,
  offsetOf,
  pageBeingRead,
  pagesWithin,
  positionAt,
  type StripPosition,
} from './strip-position.ts';
import { stripAcross } from './strip-size.ts';
import classes from './strip-stage.module.css';

/** Below 1, so that some already read content stays visible for orientation. */
const screenShare = 0.85;

/** A strip position and its distance from the viewport's start (px). */
interface Anchor extends StripPosition {
  distance: number;
}

/**
 * All pages in one strip, vertical or horizontal, with the cards before and after them, so that a finger on a card
 * scrolls it. Positions are known before images load, so nothing jumps; only the pages around the viewport are
 * rendered.
 */
export const StripStage = ({ axis }: { axis: 'x' | 'y' }) => {
  const store = useReaderStore();
  const stage = useRef<HTMLDivElement>(null);
  const anchor = useRef<Anchor>({ page: store.getState().page, share: 0, distance: 0 });
  const isStill = useReducedMotion();

  const pages = useReader((state) => state.pages);
  const viewport = useReader((state) => state.viewport);
  const zoom = useReader((state) => state.zoom);
  const settings = useReader((state) => state.settings);
  const jump = useReader((state) => state.jump);
  const isReversed = useReader((state) => axis === 'x' && state.directions.metadata === 'rtl');
  const { gap, preload } = settings;
  const across = stripAcross(axis, viewport, settings, zoom);
  const strip = useMemo(() => layoutStrip(pages, across, gap, axis), [pages, across, gap, axis]);
  const [range, setRange] = useState({ first: jump.page, last: jump.page });
  const isBefore = useReader((state) => state.end === -1);

  useElementSize(stage, store.actions.setViewport);
  useZoomGestures(store, stage);
  useStripWheel(store, stage, axis, isReversed);

  const follow = useCallback(
    (movement: 'turn' | 'layout') => {
      const { current } = stage;
      if (!current) return;
      const scroll = scrollAlong(current, axis, isReversed);
      const [offset, visible] = [scroll.offset(), scroll.visible()];
      const position = positionAt(strip, offset);
      anchor.current = { ...position, distance: 0 };
      store.actions.arrive(pageBeingRead(strip, offset, visible), position, movement);
      const next = pagesWithin(strip, offset, offset + visible);
      setRange((held) => (held.first === next.first && held.last === next.last ? held : next));
      return {
        isAtStart: offset <= 1,
        isAtEnd: offset > 0 && offset >= scroll.most() - 1,
      };
    },
    [strip, store, axis, isReversed],
  );

  const onScroll = useCallback(() => {
    const state = store.getState();
    const { isAtStart = false, isAtEnd = false } = follow('turn') ?? {};
    if (isAtEnd && opensNext(state) && state.end === null) store.actions.set({ end: 1 });
    const hasLeft = state.end === 1 ? !isAtEnd : !isAtStart;
    if (state.end !== null && hasLeft) store.actions.set({ end: null });
  }, [store, follow]);

  useLayoutEffect(() => {
    anchor.current = { page: jump.page, share: jump.share, distance: 0 };
  }, [jump]);

  // Restores the position after a jump or a change of the strip's shape.
  useLayoutEffect(() => {
    const { current } = stage;
    if (!current) return;
    const { distance, ...position } = anchor.current;
    const middle = (current.scrollWidth - current.clientWidth) / 2;
    if (axis === 'y') current.scrollLeft = middle;
    else current.scrollTop = (current.scrollHeight - current.clientHeight) / 2;
    scrollAlong(current, axis, isReversed).to(offsetOf(strip, position) - distance);
    follow('layout');
  }, [strip, jump, follow, axis, isReversed]);

  const control = useMemo(
    (): StageControl => ({
      scroll: (step) => {
        const { current } = stage;
        if (!current) return false;
        const scroll = scrollAlong(current, axis, isReversed);
        if (step === 1 ? scroll.offset() >= scroll.most() - 1 : scroll.offset() <= 1) return false;
        const travel = step * scroll.visible() * screenShare;
        const behavior = isStill ? 'instant' : 'smooth';
        if (axis === 'y') current.scrollBy({ top: travel, behavior });
        else current.scrollBy({ left: isReversed ? -travel : travel, behavior });
        return true;
      },
      move: (pixels) => {
        const { current } = stage;
        if (!current) return false;
        const scroll = scrollAlong(current, axis, isReversed);
        if (scroll.offset() >= scroll.most() - 1) return false;
        scroll.to(scroll.offset() + pixels);
        return true;
      },
      zoom: (next, around) => {
        const { current } = stage;
        if (!current) return;
        const distance = around ? alongOf(around, axis, isReversed, current) : 0;
        const offset = scrollAlong(current, axis, isReversed).offset();
        anchor.current = { ...positionAt(strip, offset + distance), distance };
        store.actions.setZoom(next);
      },
    }),
    [store, strip, axis, isReversed, isStill],
  );

  useEffect(() => {
    store.actions.set({ control });
    return () => store.actions.set({ control: null });
  }, [store, control]);

  const first = Math.max(1, range.first - 1);
  const last = Math.min(pages.length, range.last + Math.max(1, preload));
  return (
    <div
      ref={stage}
      className={classes.stage}
      data-axis={axis}
      dir={isReversed ? 'rtl' : 'ltr'}
      onScroll={onScroll}
    >
      <div className={classes.strip} style={sized(axis, across, strip.total)}>
        {pages.slice(first - 1, last).map((page) => {
          const length = strip.lengths[page.number - 1] ?? 0;
          return (
            <div
              key={page.number}
              className={classes.slot}
              style={{ '--start': `${strip.starts[page.number - 1] ?? 0}px` } as CSSProperties}
            >
              <PageImage
                page={page}
                size={sized(axis, across, length)}
                isVisible={page.number >= range.first && page.number <= range.last}
                decoding="async"
              />
            </div>
          );
        })}
      </div>
      <div className={classes.end} dir="ltr">
        <ComicEndCard step={1} isInline />
      </div>
      {isBefore && (
        <div dir="ltr">
          <ComicEndCard step={-1} />
        </div>
      )}
    </div>
  );
};

const sized = (axis: 'x' | 'y', across: number, along: number) =>
  axis === 'y' ? { width: across, height: along } : { width: along, height: across };

/** Distance of a point from the viewport's start along the strip. */
const alongOf = (point: Point, axis: 'x' | 'y', isReversed: boolean, window: HTMLElement) => {
  if (axis === 'y') return point.y;
  return isReversed ? window.clientWidth - point.x : point.x;
};

/** The vertical mouse wheel scrolls a horizontal strip. */
const useStripWheel = (
  store: ReaderStore,
  stage: RefObject<HTMLElement | null>,
  axis: 'x' | 'y',
  isReversed: boolean,
): void => {
  useEffect(() => {
    const { current: element } = stage;
    if (!element || axis === 'y') return;
    const onWheel = (event: WheelEvent) => {
      const { x, y } = wheelPixels(event);
      const isZoom = event.ctrlKey || store.getState().settings.wheel === 'zoom';
      if (isZoom || Math.abs(x) >= Math.abs(y)) return;
      event.preventDefault();
      element.scrollBy({ left: isReversed ? -y : y, behavior: 'instant' });
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [store, stage, axis, isReversed]);
};

/** Scrolling along one axis, measured from the start of reading (CSS px). */
interface AxisScroll {
  offset: () => number;
  /** Viewport size. */
  visible: () => number;
  /** The maximum offset. */
  most: () => number;
  to: (offset: number) => void;
}

/** @param isReversed for a right-to-left strip, where scrollLeft is negative */
const scrollAlong = (element: HTMLElement, axis: 'x' | 'y', isReversed: boolean): AxisScroll =>
  axis === 'y'
    ? {
        offset: () => element.scrollTop,
        visible: () => element.clientHeight,
        most: () => element.scrollHeight - element.clientHeight,
        to: (offset) => element.scrollTo({ top: offset, behavior: 'instant' }),
      }
    : {
        offset: () => Math.abs(element.scrollLeft),
        visible: () => element.clientWidth,
        most: () => element.scrollWidth - element.clientWidth,
        to: (offset) =>
          element.scrollTo({ left: isReversed ? -offset : offset, behavior: 'instant' }),
      };
