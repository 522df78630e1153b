import { createStore, type StoreApi } from 'zustand/vanilla';

import { clamp } from '../../../../../shared/clamp.ts';
import type { ReadingDirection } from '../../../../../shared/api/libraries.ts';
import { neighbourOf, type OpenedBook, type Step } from '../../shell/opened-book.ts';
import {
  initialMoves,
  afterJump,
  afterTurn,
  type ReadingMoves,
} from '../../shell/reading-moves.ts';
import { initialShell, type ShellState } from '../../shell/shell-store.ts';
import { axisOfStrip } from '../input/navigation.ts';
import type { Point } from '../stage/fit.ts';
import { withMeasured, type PageShape, type Size } from '../stage/page-shape.ts';
import type { Rect } from '../stage/page-view.ts';
import {
  buildSpreads,
  firstOf,
  pageOfSpread,
  spreadIndexOf,
  type Spread,
  type SpreadLayout,
} from '../stage/spreads.ts';
import type { StripPosition } from '../strip/strip-position.ts';
import { endBehaviourOf, opensNext } from './end-behaviour.ts';
import { resolveLayout, resolveMode, type ModeReason, type ReadingMode } from './reading-mode.ts';
import type { ComicSettings } from './settings.ts';
import { pageWithin, withFile } from './with-file.ts';

/** All data needed to open a book. */
export interface ReaderBook {
  book: OpenedBook;
  pages: readonly PageShape[];
  directions: { metadata: ReadingDirection | null; library: ReadingDirection | null };
}

/** A position that the stage must scroll to, as opposed to one it has reported. */
export interface Jump {
  page: number;
  /** `end` after scrolling backwards, so that reading continues at the page's end. */
  from: 'start' | 'end';
  /** Position in the page of a strip, 0 to 1. */
  share: number;
}

/** Commands of the stage for the visible page. */
export interface StageControl {
  /** Scrolls by most of a screen; false at the end. */
  scroll: (step: Step) => boolean;
  /** Scrolls by pixels; false at the end. */
  move: (pixels: number) => boolean;
  /** Zooms around a point of the stage; defaults to its centre. */
  zoom: (zoom: number, around?: Point) => void;
}

/** State derived from the rest, computed once per change. */
interface Derived {
  mode: ReadingMode;
  modeReason: ModeReason;
  layout: SpreadLayout;
  spreads: readonly Spread[];
  spreadIndex: number;
}

export interface ReaderState extends Derived, ShellState {
  book: OpenedBook;
  pages: readonly PageShape[];
  directions: ReaderBook['directions'];
  settings: ComicSettings;
  viewport: Size;
  /** The current page, 1-indexed. */
  page: number;
  jump: Jump;
  /** Whether the first page has been shown. */
  isReady: boolean;
  /** The same, with its image rather than an error in its place. */
  isShown: boolean;
  /** Factor on top of the fit; reset to 1 on every turn. */
  zoom: number;
  /** Content rectangles of the measured pages, by page number. */
  crops: ReadonlyMap<number, Rect>;
  /** Pages that the user has taken out of their spread. */
  alone: ReadonlySet<number>;
  /** Position at the start of the viewport, in a strip. */
  stripPosition: StripPosition | null;
  isMagnifying: boolean;
  /** Whether the user has declined at the end card. */
  isStaying: boolean;
  isAutoScrolling: boolean;
  control: StageControl | null;
}

type Settable =
  'isReady' | 'isShown' | 'isMagnifying' | 'isStaying' | 'isAutoScrolling' | 'control';

export interface ReaderActions {
  /** Jumps to a page; the number is clamped to the book. */
  goTo: (page: number) => void;
  /** Returns to where a jump began; false if there is nowhere to return to. */
  goBack: () => boolean;
  /** Turns the page. At the end it shows the end card, then opens the neighbouring book. */
  turn: (step: Step, from?: Jump['from']) => void;
  /** Scrolls; at the end of the scroll range, turns. */
  advance: (step: Step) => void;
  openBook: (step: Step) => void;
  /** Opens another book instead of this one. */
  open: (bookId: string) => void;
  close: () => void;
  /** Closes the end card and stops its countdown; false if neither is there. */
  stay: () => boolean;
  /**
   * Called when the strip has scrolled: the current page and the position at the viewport's start.
   */
  arrive: (page: number, position: StripPosition, movement: 'turn' | 'layout') => void;
  measure: (page: number, size: Size) => void;
  setCrop: (page: number, inside: Rect) => void;
  setAlone: (pages: ReadonlySet<number>) => void;
  /** Shows another file of the same book, at the same page or its last. */
  replaceFile: (book: ReaderBook) => void;
  setSettings: (settings: ComicSettings) => void;
  setViewport: (viewport: Size) => void;
  setZoom: (zoom: number) => void;
  set: (change: Partial<Pick<ReaderState, keyof ShellState | Settable>>) => void;
}

export type ReaderStore = StoreApi<ReaderState> & { actions: ReaderActions };

export interface ReaderStoreOptions extends ReaderBook {
  settings: ComicSettings;
  startPage: number;
  /** Saved position in a strip; `page` may be before `startPage`. */
  startPosition: StripPosition | null;
  alone: ReadonlySet<number>;
  isIncognito: boolean;
  /** Opened at a page that is not the reader's own position. */
  isJump: boolean;
  viewport: Size;
  onOpenBook: (bookId: string) => void;
  onClose: () => void;
}

const zoomRange = { least: 1, most: 5 } as const;

/** Store of one mounted reader. */
export const createReaderStore = (options: ReaderStoreOptions): ReaderStore => {
  const { book, pages, directions, settings, viewport, onOpenBook, onClose } = options;
  const page = pageWithin(options.startPage, pages.length);
  const { alone, startPosition } = options;
  const base = { book, pages, directions, settings, viewport, page, alone };
  const store = createStore<ReaderState>(() => ({
    ...base,
    ...derive(base),
    jump: { page, share: 0, ...startPosition, from: 'start' },
    isReady: false,
    isShown: false,
    zoom: 1,
    ...initialShell(options.isIncognito, options.isJump),
    crops: new Map(),
    stripPosition: null,
    isMagnifying: false,
    isStaying: false,
    isAutoScrolling: false,
    control: null,
  }));
  const { getState, setState } = store;

  /** Updates inputs of the layout and recomputes it. */
  const relayout = (change: Partial<ReaderState>) =>
    setState((state) => ({ ...change, ...derive({ ...state, ...change }) }));

  const show = (page: number, spreadIndex: number, from: Jump['from'], moves: ReadingMoves) =>
    setState({ ...moves, page, spreadIndex, jump: { page, from, share: 0 }, zoom: 1, end: null });

  const jumpTo = (target: number, movesTo: (page: number) => ReadingMoves) => {
    const { pages: all, spreads } = getState();
    // Not the first page of the spread, which is taken apart if one of its pages turns out to be wide.
    const page = pageWithin(target, all.length);
    show(page, spreadIndexOf(spreads, page), 'start', movesTo(page));
  };

  const goTo: ReaderActions['goTo'] = (target) => {
    const { page: from, back, turnsSinceJump, spreads } = getState();
    const moves = { back, turnsSinceJump };
    jumpTo(target, (page) => {
      const spread = spreadIndexOf(spreads, page);
      const isShown = (other: number) => spreadIndexOf(spreads, other) === spread;
      return isShown(from) ? moves : afterJump(moves, { page: from }, isShown);
    });
  };

  const goBack = (): boolean => {
    const { back } = getState();
    if (back !== null) jumpTo(back.page, () => initialMoves(false));
    return back !== null;
  };

  const openBook = (step: Step) => {
    const id = neighbourOf(getState().book, step);
    if (id !== null) onOpenBook(id);
  };

  const reachEnd = (step: Step) => {
    if (getState().end !== step) setState({ end: step });
    else if (step === -1 || endBehaviourOf(getState()) !== 'stop') openBook(step);
  };

  const turn: ReaderActions['turn'] = (step, from = 'start') => {
    const { mode, control, spreads, spreadIndex, end } = getState();
    // A step in the other direction only closes the card.
    if (end !== null && end !== step) {
      setState({ end: null });
      return;
    }
    if (axisOfStrip(mode) !== null) {
      if (!control?.scroll(step)) reachEnd(step);
      return;
    }
    const spread = spreads[spreadIndex + step];
    if (!spread) {
      reachEnd(step);
      return;
    }
    const moves = afterTurn(getState(), getState().page, firstOf(spread));
    show(firstOf(spread), spreadIndex + step, from, moves);
  };

  const stay = (): boolean => {
    const state = getState();
    const { end, mode } = state;
    // The card at the end of a strip is a part of it.
    const isOpen = end !== null && (end === -1 || axisOfStrip(mode) === null || opensNext(state));
    if (isOpen) setState({ end: null, isStaying: true });
    return isOpen;
  };

  return Object.assign(store, {
    actions: {
      stay,
      goTo,
      goBack,
      turn,
      openBook,
      open: onOpenBook,
      close: onClose,
      advance(step: Step) {
        const { mode, control, end } = getState();
        if (end === null && axisOfStrip(mode) === null && control?.scroll(step)) return;
        turn(step, step === 1 ? 'start' : 'end');
      },
      arrive(target: number, stripPosition: StripPosition, movement: 'turn' | 'layout') {
        const state = getState();
        if (target === state.page) setState({ stripPosition });
        else {
          const spreadIndex = spreadIndexOf(state.spreads, target);
          const moves = movement === 'turn' ? afterTurn(state, state.page, target) : {};
          setState({ ...moves, page: target, spreadIndex, stripPosition, end: null });
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
      replaceFile: (next: ReaderBook) => relayout(withFile(getState(), next)),
      setSettings: (next: ComicSettings) => relayout({ settings: next, zoom: 1 }),
      setViewport: (next: Size) => relayout({ viewport: next }),
      setZoom: (zoom: number) => setState({ zoom: clamp(zoom, zoomRange.least, zoomRange.most) }),
      set: setState,
    },
  });
};

/** The page to save as reading position. */
export const currentPage = (state: ReaderState): number =>
  axisOfStrip(state.mode) !== null ? state.page : pageOfSpread(state.spreads, state.spreadIndex);

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
  // Keep the same half of the page visible.
  const half = state.spreads?.[state.spreadIndex ?? 0]?.[0].half ?? null;
  const same = spreads.findIndex(([leaf]) => leaf.page === page && leaf.half === half);
  const spreadIndex = same === -1 ? spreadIndexOf(spreads, page) : same;
  return { mode, modeReason: reason, layout, spreads, spreadIndex };
};
