import { useEffect } from 'react';

import { saveIncognitoPosition } from '../../shell/incognito-position.ts';
import { createProgressWriter, type PageArrival } from '../../shell/progress-writer.ts';
import { isJumpedTo } from '../../shell/reading-moves.ts';
import { createProgressSender, syncProgress } from '../../shell/send-progress.ts';
import { axisOfStrip } from '../input/navigation.ts';
import { toLocation } from '../strip/strip-location.ts';
import type { StripPosition } from '../strip/strip-position.ts';
import { currentPage, type ReaderState, type ReaderStore } from './reader-store.ts';

/**
 * Saves the position as it changes, and detects changes by other devices. Opening a book alone
 * writes nothing, unless its first spread is the whole book and can be shown.
 */
export const useProgress = (store: ReaderStore): void => {
  useEffect(() => {
    let { book } = store.getState();
    const writer = createProgressWriter({
      send: createProgressSender(book),
      isIncognito: () => store.getState().isIncognito,
      onNewer: ({ current_page: page, device }) => store.actions.set({ remote: { page, device } }),
    });
    let page = currentPage(store.getState());
    let first = store.getState().page;
    let isWaiting = store.getState().spreads.length === 1 && book.progress?.current_page !== page;
    const recordOpening = (state: ReaderState) => {
      if (!isWaiting || !state.isShown) return;
      isWaiting = false;
      if (!state.isIncognito) writer.record(page, undefined, reachedIn(state));
    };
    recordOpening(store.getState());

    let strip = store.getState().stripPosition;
    const stopWatching = store.subscribe((state) => {
      const next = currentPage(state);
      if (state.book !== book) {
        // The last page of a shorter file is not where the person read to.
        ({ book, page: first, stripPosition: strip } = state);
        page = next;
        isWaiting = false;
        return;
      }
      recordOpening(state);
      const before = strip ?? state.stripPosition;
      // A spread that was laid out again can show less, which must not reopen a finished book.
      const isLayout = axisOfStrip(state.mode) === null && state.page === first && next < page;
      if (isLayout) return;
      if (next === page && !hasMoved(before, state.stripPosition)) {
        strip = before;
        return;
      }
      page = next;
      first = state.page;
      strip = state.stripPosition;
      if (page === state.remote?.page) store.actions.set({ remote: null });
      if (state.isIncognito) saveIncognitoPosition(book.id, { page });
      else writer.record(page, locationOf(state), reachedIn(state));
    });
    const stop = syncProgress(book, writer, {
      isHere: (other) => other === page,
      onMoved: (page, device) => store.actions.set({ remote: { page, device } }),
    });
    return () => {
      stopWatching();
      stop();
      writer.stop();
    };
  }, [store]);
};

/** Minimum movement of a strip that counts as intentional, in shares of a page. */
const minMove = 0.01;

const hasMoved = (before: StripPosition | null, now: StripPosition | null): boolean =>
  before !== null &&
  now !== null &&
  (before.page !== now.page || Math.abs(before.share - now.share) >= minMove);

const reachedIn = (state: ReaderState): PageArrival => {
  const isLast = currentPage(state) === state.pages.length;
  return { isLast, isJump: isJumpedTo(state, isLast) };
};

/** Position within the page, for strips only. */
const locationOf = ({ page, stripPosition, mode }: ReaderState): string | undefined =>
  axisOfStrip(mode) === null || !stripPosition ? undefined : toLocation(page, stripPosition);
