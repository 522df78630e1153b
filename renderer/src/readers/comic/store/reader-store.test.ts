import { describe, expect, it, vi } from 'vitest';

import type { FullBook } from '../../../../../shared/api/books.ts';
import { defaultValues } from '../../settings/fields.ts';
import type { PageShape } from '../stage/page-shape.ts';
import {
  createReaderStore,
  currentPage,
  type ReaderState,
  type ReaderStoreOptions,
} from './reader-store.ts';
import type { ComicSettings } from './settings.ts';

const pages = (count: number): PageShape[] =>
  Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    mediaType: 'image/jpeg',
    size: { width: 1000, height: 1500 },
  }));

const comic = (chosen: Partial<ComicSettings>): ComicSettings => ({
  ...defaultValues('comic'),
  ...chosen,
});

const shown = ({ spreads, spreadIndex }: ReaderState) =>
  spreads[spreadIndex]?.map(({ page }) => page);

const open = (options: Partial<ReaderStoreOptions> = {}) => {
  const onOpenBook = vi.fn<(id: string) => void>();
  const store = createReaderStore({
    book: { id: 'book', previous_readable_id: null, next_readable_id: 'next' } as FullBook,
    pages: pages(5),
    directions: { metadata: 'ltr', library: null },
    settings: comic({ layout: 'single' }),
    startPage: 1,
    startPosition: null,
    alone: new Set(),
    isIncognito: false,
    isJump: false,
    viewport: { width: 1440, height: 900 },
    onOpenBook,
    onClose: () => undefined,
    ...options,
  });
  return { store, onOpenBook, ...store.actions, state: () => store.getState() };
};

describe('reader', () => {
  it('opens at the page asked for, or at the nearest that exists', () => {
    expect(open({ startPage: 4 }).state().page).toBe(4);
    expect(open({ startPage: 99 }).state().page).toBe(5);
  });

  it('keeps its page in another file of the book, or shows the last one', () => {
    const directions = { metadata: 'ltr', library: null } as const;
    const { goTo, replaceFile, state } = open({ pages: pages(40) });
    goTo(30);
    replaceFile({ book: state().book, pages: pages(60), directions });
    expect(state()).toMatchObject({ page: 30, back: { page: 1 } });
    expect(shown(state())).toEqual([30]);
    replaceFile({ book: state().book, pages: pages(12), directions });
    expect(state()).toMatchObject({ page: 12, jump: { page: 12 } });
    expect(shown(state())).toEqual([12]);
    goTo(2);
    replaceFile({ book: state().book, pages: pages(5), directions });
    expect(state()).toMatchObject({ page: 2, back: { page: 1 } });
  });

  it('asks at the end, and opens the next book at one more turn', () => {
    const { turn, state, onOpenBook } = open({ startPage: 5 });
    turn(1);
    expect(state()).toMatchObject({ page: 5, end: 1 });
    expect(onOpenBook).not.toHaveBeenCalled();
    turn(1);
    expect(onOpenBook).toHaveBeenCalledExactlyOnceWith('next');
  });

  it('puts the question away when one turns back, and stays on the page', () => {
    const { turn, state } = open({ startPage: 5 });
    turn(1);
    turn(-1);
    expect(state()).toMatchObject({ page: 5, end: null });
  });

  it('opens nothing where there is no neighbour', () => {
    const { turn, state, onOpenBook } = open();
    turn(-1);
    turn(-1);
    expect(state().end).toBe(-1);
    expect(onOpenBook).not.toHaveBeenCalled();
  });

  it('turns whole spreads and keeps the page when the layout changes', () => {
    const { turn, setSettings, state } = open({ settings: comic({ layout: 'double-cover' }) });
    turn(1);
    expect(shown(state())).toEqual([2, 3]);
    turn(1);
    setSettings(comic({ layout: 'single' }));
    expect(state()).toMatchObject({ page: 4, spreadIndex: 3 });
  });

  it('counts the last spread as the last page', () => {
    const { store, goTo, state } = open({ settings: comic({ layout: 'double-cover' }) });
    goTo(3);
    expect(currentPage(state())).toBe(2);
    goTo(4);
    expect(currentPage(store.getState())).toBe(5);
  });

  it('scrolls what is left of a page before it turns', () => {
    const { set, advance, state } = open();
    const scroll = vi.fn(() => true);
    set({ control: { scroll, move: () => false, zoom: () => undefined } });
    advance(1);
    expect(state().page).toBe(1);
    scroll.mockReturnValue(false);
    advance(1);
    expect(state().page).toBe(2);
    advance(-1);
    expect(state().jump).toEqual({ page: 1, from: 'end', share: 0 });
  });

  it('shows a page alone once it turns out to be wide', () => {
    const { measure, goTo, state } = open({
      pages: pages(4).map((page) => ({ ...page, size: null })),
      settings: comic({ layout: 'double' }),
    });
    goTo(3);
    measure(3, { width: 3000, height: 1500 });
    expect(state().spreads.map((spread) => spread.map(({ page }) => page))).toEqual([
      [1, 2],
      [3],
      [4],
    ]);
  });

  it('stays at the page that was jumped to when its spread is taken apart', () => {
    const { measure, goTo, state } = open({
      pages: pages(4).map((page) => ({ ...page, size: null })),
      settings: comic({ layout: 'double' }),
    });
    goTo(4);
    expect(shown(state())).toEqual([3, 4]);
    measure(4, { width: 992, height: 991 });
    expect(shown(state())).toEqual([4]);
  });

  it('ends a zoom when the page turns, and keeps it within bounds', () => {
    const { setZoom, turn, state } = open();
    setZoom(40);
    expect(state().zoom).toBe(5);
    turn(1);
    expect(state().zoom).toBe(1);
  });

  it('shows single pages in a narrow window and spreads in a wide one', () => {
    const { setViewport, state } = open({ settings: comic({}) });
    expect(state().layout).toBe('double-cover');
    setViewport({ width: 390, height: 844 });
    expect(state().layout).toBe('single');
  });

  it('turns from one half of a wide page to the other, and stays on it as the layout is redone', () => {
    const wide = { number: 2, mediaType: 'image/jpeg', size: { width: 3000, height: 1500 } };
    const { turn, measure, state } = open({
      pages: [...pages(1), wide, ...pages(3).slice(2)],
      settings: comic({ layout: 'single', wide_pages: 'split', mode: 'rtl' }),
    });
    turn(1);
    expect(state().spreads[state().spreadIndex]).toEqual([{ page: 2, half: 'right' }]);
    turn(1);
    measure(3, { width: 1000, height: 2500 });
    expect(state().spreads[state().spreadIndex]).toEqual([{ page: 2, half: 'left' }]);
    turn(1);
    expect(state().page).toBe(3);
  });

  it('stays in the book where it shall stop at the end', () => {
    const { turn, state, onOpenBook } = open({
      startPage: 5,
      settings: comic({ layout: 'single', at_end: 'stop' }),
    });
    turn(1);
    turn(1);
    expect(state().end).toBe(1);
    expect(onOpenBook).not.toHaveBeenCalled();
  });

  it('keeps the way back from a jump, and reads nothing on the way', () => {
    const { goTo, goBack, turn, state } = open({ pages: pages(30), startPage: 4 });
    expect(goBack()).toBe(false);
    goTo(30);
    expect(state()).toMatchObject({ page: 30, back: { page: 4 }, turnsSinceJump: 0 });
    turn(1);
    expect(state().end).toBe(1);
    expect(goBack()).toBe(true);
    expect(state()).toMatchObject({ page: 4, back: null, end: null, turnsSinceJump: Infinity });
    turn(1);
    expect(state()).toMatchObject({ page: 5, back: null });
  });

  it('offers no way back when a jump shows its page again, alone or in a spread', () => {
    const { goTo, state } = open({
      pages: pages(40),
      startPage: 5,
      settings: comic({ layout: 'double-cover' }),
    });
    goTo(30);
    expect(state().back).toEqual({ page: 5 });
    goTo(4);
    expect(shown(state())).toEqual([4, 5]);
    expect(state().back).toBeNull();
  });

  it('offers no way back to the page that is shown', () => {
    const { goTo, state } = open({ startPage: 5 });
    goTo(99);
    expect(state()).toMatchObject({ back: null, turnsSinceJump: Infinity });
  });
});
