import { createStore, type StoreApi } from 'zustand/vanilla';

import type { FullBook } from '../../../shared/api/books.ts';
import type { ReadingDirection } from '../../../shared/api/libraries.ts';
import type { Point } from './fit.ts';
import type { Step } from './navigation.ts';
import { withMeasured, type PageShape, type Size } from './page-shape.ts';
import { resolveLayout, resolveMode, type ReadingMode } from './reading-mode.ts';
import type { ComicSettings } from './settings.ts';
import { buildSpreads, placeOf, spreadIndexOf, type Spread, type SpreadLayout } from './spreads.ts';

/** Everything that is known of a book before it is opened. */
export interface ReaderBook {
  book: FullBook;
  pages: readonly PageShape[];
  directions: { metadata: ReadingDirection | null; library: ReadingDirection | null };
}

export type Panel = 'settings' | 'thumbnails';

/** `peek` lasts while the pointer is at an edge, `shown` until the reader hides it. */
export type Chrome = 'hidden' | 'peek' | 'shown';

/** A place that the stage has to go to, rather than one it reported itself. */
export interface Jump {
  page: number;
  /** The end of the page is shown first when reading came from behind it by scrolling. */
  from: 'start' | 'end';
}

/** What the stage can do with the page on the screen. */
export interface StageControl {
  /** Scrolls by most of a screen; false where there is nothing left to scroll that way. */
  scroll: (step: Step) => boolean;
  /** Zooms around a point of the stage, or around its middle. */
  zoom: (zoom: number, around?: Point) => void;
}

/** What follows from the rest of the state, worked out once per change. */
interface Derived {
  mode: ReadingMode;
  layout: SpreadLayout;
  spreads: readonly Spread[];
  spreadIndex: number;
}

export interface ReaderState extends Derived {
  book: FullBook;
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
  /** A newer place that another device has written. */
  remotePage: number | null;
  isIncognito: boolean;
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
  /** The stage has scrolled to a page by itself. */
  arrive: (page: number) => void;
  measure: (page: number, size: Size) => void;
  setSettings: (settings: ComicSettings) => void;
  setViewport: (viewport: Size) => void;
  setZoom: (zoom: number) => void;
  set: (
    change: Partial<
      Pick<
        ReaderState,
        'chrome' | 'panel' | 'end' | 'remotePage' | 'isIncognito' | 'isReady' | 'control'
      >
    >,
  ) => void;
}

export type ReaderStore = StoreApi<ReaderState> & { actions: ReaderActions };

export interface ReaderStoreOptions extends ReaderBook {
  settings: ComicSettings;
  startPage: number;
  isIncognito: boolean;
  viewport: Size;
  onOpenBook: (bookId: string) => void;
}

const zoomRange = { least: 1, most: 5 } as const;

/** The state of one mounted reader and everything that changes it. */
export const createReaderStore = (options: ReaderStoreOptions): ReaderStore => {
  const { book, pages, directions, settings, viewport, onOpenBook } = options;
  const page = clamp(options.startPage, 1, Math.max(1, pages.length));
  const base = { book, pages, directions, settings, viewport, page };
  const store = createStore<ReaderState>(() => ({
    ...base,
    ...derive(base),
    jump: { page, from: 'start' },
    isReady: false,
    zoom: 1,
    chrome: 'hidden',
    panel: null,
    end: null,
    remotePage: null,
    isIncognito: options.isIncognito,
    control: null,
  }));
  const { getState, setState } = store;

  /** Changes what the layout depends on, and the layout with it. */
  const relayout = (change: Partial<ReaderState>) =>
    setState((state) => ({ ...change, ...derive({ ...state, ...change }) }));

  const goTo: ReaderActions['goTo'] = (target, from = 'start') => {
    const { pages: all, spreads, mode } = getState();
    const within = clamp(target, 1, all.length);
    const spreadIndex = spreadIndexOf(spreads, within);
    const shown = mode === 'webtoon' ? within : (spreads[spreadIndex]?.[0] ?? within);
    setState({ page: shown, spreadIndex, jump: { page: shown, from }, zoom: 1, end: null });
  };

  const openBook = (step: Step) => {
    const id = neighbourOf(getState().book, step);
    if (id !== null) onOpenBook(id);
  };

  const reachEnd = (step: Step) => {
    if (getState().end === step) openBook(step);
    else setState({ end: step });
  };

  const turn: ReaderActions['turn'] = (step, from = 'start') => {
    const { mode, control, spreads, spreadIndex, end } = getState();
    // A step away from the card puts it away and leaves the page where it is.
    if (end !== null && end !== step) {
      setState({ end: null });
      return;
    }
    if (mode === 'webtoon') {
      if (!control?.scroll(step)) reachEnd(step);
      return;
    }
    const spread = spreads[spreadIndex + step];
    if (spread) goTo(spread[0], from);
    else reachEnd(step);
  };

  return Object.assign(store, {
    actions: {
      goTo,
      turn,
      openBook,
      advance(step: Step) {
        const { mode, control, end } = getState();
        if (end === null && mode !== 'webtoon' && control?.scroll(step)) return;
        turn(step, step === 1 ? 'start' : 'end');
      },
      arrive(target: number) {
        const { page: current, spreads } = getState();
        if (target === current) return;
        setState({ page: target, spreadIndex: spreadIndexOf(spreads, target), end: null });
      },
      measure(number: number, size: Size) {
        const measured = withMeasured(getState().pages, number, size);
        if (measured !== getState().pages) relayout({ pages: measured });
      },
      setSettings: (next: ComicSettings) => relayout({ settings: next, zoom: 1 }),
      setViewport: (next: Size) => relayout({ viewport: next }),
      setZoom: (zoom: number) => setState({ zoom: clamp(zoom, zoomRange.least, zoomRange.most) }),
      set: setState,
    },
  });
};

/** The page to remember as the reader's place. */
export const readingPlace = (state: ReaderState): number =>
  state.mode === 'webtoon' ? state.page : placeOf(state.spreads, state.spreadIndex);

/** The book before or after this one in its series. */
export const neighbourOf = (book: FullBook, step: Step): string | null =>
  step === 1 ? book.next_id : book.previous_id;

const derive = (
  state: Pick<ReaderState, 'settings' | 'directions' | 'pages' | 'viewport' | 'page'>,
): Derived => {
  const { settings } = state;
  const mode = resolveMode(settings.mode, { ...state.directions, pages: state.pages });
  const layout = resolveLayout(settings.layout, mode, state.viewport);
  const spreads = buildSpreads(state.pages, { layout, shift: settings.shift });
  return {
    mode,
    layout,
    spreads,
    spreadIndex: spreadIndexOf(spreads, state.page),
  };
};

const clamp = (value: number, least: number, most: number): number =>
  Math.min(Math.max(value, least), most);
