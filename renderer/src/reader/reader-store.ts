import { createStore, type StoreApi } from 'zustand/vanilla';

import type { ReadingDirection } from '../../../shared/api/libraries.ts';
import type { ReadingDevice } from '../../../shared/api/progress-record.ts';
import type { Point } from './fit.ts';
import { axisOfStrip, type Step } from './navigation.ts';
import { withMeasured, type PageShape, type Size } from './page-shape.ts';
import type { OpenedBook } from './opened-book.ts';
import type { Rect } from './page-view.ts';
import { resolveLayout, resolveMode, type ModeReason, type ReadingMode } from './reading-mode.ts';
import type { ComicSettings } from './settings.ts';
import {
  buildSpreads,
  firstOf,
  placeOf,
  spreadIndexOf,
  type Spread,
  type SpreadLayout,
} from './spreads.ts';
import type { StripPlace } from './strip-position.ts';

/** Everything that is known of a book before it is opened. */
export interface ReaderBook {
  book: OpenedBook;
  pages: readonly PageShape[];
  directions: { metadata: ReadingDirection | null; library: ReadingDirection | null };
}

export type Panel = 'settings' | 'thumbnails' | 'chapters' | 'info';

/** `peek` lasts while the pointer is at an edge, `shown` until the reader hides it. */
export type Chrome = 'hidden' | 'peek' | 'shown';

/** A place that the stage has to go to, rather than one it reported itself. */
export interface Jump {
  page: number;
  /** The end of the page is shown first when reading came from behind it by scrolling. */
  from: 'start' | 'end';
  /** How far into the page of a strip, 0 to 1. */
  share: number;
}

/** What the stage can do with the page on the screen. */
export interface StageControl {
  /** Scrolls by most of a screen; false where there is nothing left to scroll that way. */
  scroll: (step: Step) => boolean;
  /** Scrolls on by pixels; false where there is nothing left to scroll. */
  move: (pixels: number) => boolean;
  /** Zooms around a point of the stage, or around its middle. */
  zoom: (zoom: number, around?: Point) => void;
}

/** What follows from the rest of the state, worked out once per change. */
interface Derived {
  mode: ReadingMode;
  modeReason: ModeReason;
  layout: SpreadLayout;
  spreads: readonly Spread[];
  spreadIndex: number;
}

/** Where another device is in the book. */
interface RemotePosition {
  page: number;
  /** Null where it is unknown. */
  device: ReadingDevice | null;
}

export interface ReaderState extends Derived {
  book: OpenedBook;
  pages: readonly PageShape[];
  directions: ReaderBook['directions'];
  settings: ComicSettings;
  viewport: Size;
  /** The page being read, 1-indexed. */
  page: number;
  jump: Jump;
  /** Whether the first page has been shown. */
  isReady: boolean;
  /** Factor on top of the fit; back to 1 with every turn. */
  zoom: number;
  chrome: Chrome;
  panel: Panel | null;
  /** The card that asks before another book is opened, at either end of this one. */
  end: Step | null;
  /** A newer position that another device has written. */
  remote: RemotePosition | null;
  isIncognito: boolean;
  /** What is inside the borders of the pages that have been measured, by number. */
  crops: ReadonlyMap<number, Rect>;
  /** Pages that the person has put alone, where two are shown together. */
  alone: ReadonlySet<number>;
  /** What lies at the start of the window, where a strip is scrolled through. */
  stripPlace: StripPlace | null;
  isMagnifying: boolean;
  /** Whether somebody has answered the question at the end with no. */
  isStaying: boolean;
  isAutoScrolling: boolean;
  control: StageControl | null;
}

export interface ReaderActions {
  /** Shows a page; numbers beyond the book mean its first or last page. */
  goTo: (page: number, from?: Jump['from']) => void;
  /** Turns; at the end it asks, and when it has asked it opens the neighbouring book. */
  turn: (step: Step, from?: Jump['from']) => void;
  /** Scrolls and, where that is at its end, turns. */
  advance: (step: Step) => void;
  /** Opens the neighbouring book, if there is one. */
  openBook: (step: Step) => void;
  /** Opens another book in the place of this one. */
  open: (bookId: string) => void;
  close: () => void;
  /** The strip has scrolled: the page being read and what lies at the start of the window. */
  arrive: (page: number, place: StripPlace) => void;
  measure: (page: number, size: Size) => void;
  setCrop: (page: number, inside: Rect) => void;
  setAlone: (pages: ReadonlySet<number>) => void;
  setSettings: (settings: ComicSettings) => void;
  setViewport: (viewport: Size) => void;
  setZoom: (zoom: number) => void;
  set: (
    change: Partial<
      Pick<
        ReaderState,
        | 'chrome'
        | 'panel'
        | 'end'
        | 'remote'
        | 'isIncognito'
        | 'isReady'
        | 'isMagnifying'
        | 'isStaying'
        | 'isAutoScrolling'
        | 'control'
      >
    >,
  ) => void;
}

export type ReaderStore = StoreApi<ReaderState> & { actions: ReaderActions };

export interface ReaderStoreOptions extends ReaderBook {
  settings: ComicSettings;
  startPage: number;
  /** How far into that page a strip was left, 0 to 1; `page` may lie before `startPage`. */
  startPlace: StripPlace | null;
  alone: ReadonlySet<number>;
  isIncognito: boolean;
  viewport: Size;
  onOpenBook: (bookId: string) => void;
  onClose: () => void;
}

const zoomRange = { least: 1, most: 5 } as const;

/** The state of one mounted reader and everything that changes it. */
export const createReaderStore = (options: ReaderStoreOptions): ReaderStore => {
  const { book, pages, directions, settings, viewport, onOpenBook, onClose } = options;
  const page = clamp(options.startPage, 1, Math.max(1, pages.length));
  const { alone, startPlace } = options;
  const base = { book, pages, directions, settings, viewport, page, alone };
  const store = createStore<ReaderState>(() => ({
    ...base,
    ...derive(base),
    jump: { page, share: 0, ...startPlace, from: 'start' },
    isReady: false,
    zoom: 1,
    chrome: 'hidden',
    panel: null,
    end: null,
    remote: null,
    isIncognito: options.isIncognito,
    crops: new Map(),
    stripPlace: null,
    isMagnifying: false,
    isStaying: false,
    isAutoScrolling: false,
    control: null,
  }));
  const { getState, setState } = store;

  /** Changes what the layout depends on, and the layout with it. */
  const relayout = (change: Partial<ReaderState>) =>
    setState((state) => ({ ...change, ...derive({ ...state, ...change }) }));

  const show = (page: number, spreadIndex: number, from: Jump['from']) =>
    setState({ page, spreadIndex, jump: { page, from, share: 0 }, zoom: 1, end: null });

  const goTo: ReaderActions['goTo'] = (target, from = 'start') => {
    const { pages: all, spreads, mode } = getState();
    const within = clamp(target, 1, all.length);
    const spreadIndex = spreadIndexOf(spreads, within);
    const spread = spreads[spreadIndex];
    show(axisOfStrip(mode) === null && spread ? firstOf(spread) : within, spreadIndex, from);
  };

  const openBook = (step: Step) => {
    const id = neighbourOf(getState().book, step);
    if (id !== null) onOpenBook(id);
  };

  const reachEnd = (step: Step) => {
    if (getState().end !== step) setState({ end: step });
    else if (step === -1 || atEndOf(getState()) !== 'stop') openBook(step);
  };

  const turn: ReaderActions['turn'] = (step, from = 'start') => {
    const { mode, control, spreads, spreadIndex, end } = getState();
    // A step away from the card puts it away and leaves the page where it is.
    if (end !== null && end !== step) {
      setState({ end: null });
      return;
    }
    if (axisOfStrip(mode) !== null) {
      if (!control?.scroll(step)) reachEnd(step);
      return;
    }
    const spread = spreads[spreadIndex + step];
    if (spread) show(firstOf(spread), spreadIndex + step, from);
    else reachEnd(step);
  };

  return Object.assign(store, {
    actions: {
      goTo,
      turn,
      openBook,
      open: onOpenBook,
      close: onClose,
      advance(step: Step) {
        const { mode, control, end } = getState();
        if (end === null && axisOfStrip(mode) === null && control?.scroll(step)) return;
        turn(step, step === 1 ? 'start' : 'end');
      },
      arrive(target: number, stripPlace: StripPlace) {
        const { page: current, spreads } = getState();
        if (target === current) setState({ stripPlace });
        else {
          const spreadIndex = spreadIndexOf(spreads, target);
          setState({ page: target, spreadIndex, stripPlace, end: null });
        }
      },
      measure(number: number, size: Size) {
        const measured = withMeasured(getState().pages, number, size);
        if (measured !== getState().pages) relayout({ pages: measured });
      },
      setCrop(number: number, inside: Rect) {
        setState(({ crops }) => ({ crops: new Map(crops).set(number, inside) }));
      },
      setAlone: (next: ReadonlySet<number>) => relayout({ alone: next }),
      setSettings: (next: ComicSettings) => relayout({ settings: next, zoom: 1 }),
      setViewport: (next: Size) => relayout({ viewport: next }),
      setZoom: (zoom: number) => setState({ zoom: clamp(zoom, zoomRange.least, zoomRange.most) }),
      set: setState,
    },
  });
};

/** The page to remember as the reader's place. */
export const readingPlace = (state: ReaderState): number =>
  axisOfStrip(state.mode) !== null ? state.page : placeOf(state.spreads, state.spreadIndex);

/** What happens behind the last page; Auto goes on by itself only where one scrolls anyway. */
export const atEndOf = ({
  settings: { at_end },
  mode,
  isStaying,
}: Pick<ReaderState, 'settings' | 'mode' | 'isStaying'>): 'ask' | 'continue' | 'stop' => {
  const goesOn = at_end === 'continue' || (at_end === 'auto' && axisOfStrip(mode) !== null);
  if (goesOn) return isStaying ? 'ask' : 'continue';
  return at_end === 'stop' ? 'stop' : 'ask';
};

/** The book before or after this one in its series, or on the list that it is read from. */
export const neighbourOf = (book: OpenedBook, step: Step): string | null =>
  step === 1 ? book.next_id : book.previous_id;

type LayoutState = Pick<
  ReaderState,
  'settings' | 'directions' | 'pages' | 'viewport' | 'page' | 'alone'
> &
  Partial<Pick<ReaderState, 'spreads' | 'spreadIndex'>>;

const derive = (state: LayoutState): Derived => {
  const { settings, pages, page, alone } = state;
  const { mode, reason } = resolveMode(settings.mode, { ...state.directions, pages });
  const layout = resolveLayout(settings.layout, mode, state.viewport);
  const split = settings.wide_pages === 'split' && axisOfStrip(mode) === null;
  const isReversed = mode === 'rtl';
  const spreads = buildSpreads(pages, { layout, shift: settings.shift, split, isReversed, alone });
  // The half that was shown stays the one that is shown.
  const half = state.spreads?.[state.spreadIndex ?? 0]?.[0].half ?? null;
  const same = spreads.findIndex(([leaf]) => leaf.page === page && leaf.half === half);
  const spreadIndex = same === -1 ? spreadIndexOf(spreads, page) : same;
  return { mode, modeReason: reason, layout, spreads, spreadIndex };
};

const clamp = (value: number, least: number, most: number): number =>
  Math.min(Math.max(value, least), most);
