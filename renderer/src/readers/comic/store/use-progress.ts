import { useEffect } from 'react';

import { createProgressWriter } from '../../shell/progress-writer.ts';
import { sendProgress, syncProgress } from '../../shell/send-progress.ts';
import { axisOfStrip } from '../input/navigation.ts';
import { toLocation } from '../strip/strip-location.ts';
import type { StripPlace } from '../strip/strip-position.ts';
import { readingPlace, type ReaderState, type ReaderStore } from './reader-store.ts';

/**
 * Saves the position as it changes, and detects changes by other devices. Opening a book alone
 * writes nothing, unless its first spread is the whole book.
 */
export const useProgress = (store: ReaderStore): void => {
  useEffect(() => {
    const { book } = store.getState();
    const writer = createProgressWriter({
      send: (body, keepalive) => sendProgress(book.id, body, keepalive),
      onNewer: ({ current_page: page, device }) => store.actions.set({ remote: { page, device } }),
    });
    let place = readingPlace(store.getState());
    if (place === store.getState().pages.length && book.progress?.current_page !== place) {
      if (!store.getState().isIncognito) writer.record(place);
    }

    let strip = store.getState().stripPlace;
    const stopWatching = store.subscribe((state) => {
      const next = readingPlace(state);
      const before = strip ?? state.stripPlace;
      if (next === place && !hasMoved(before, state.stripPlace)) {
        strip = before;
        return;
      }
      place = next;
      strip = state.stripPlace;
      if (place === state.remote?.page) store.actions.set({ remote: null });
      if (!state.isIncognito) writer.record(place, locationOf(state));
    });
    const stop = syncProgress(book.id, writer, {
      isHere: (page) => page === place,
      onMoved: (page, device) => store.actions.set({ remote: { page, device } }),
    });
    return () => {
      stopWatching();
      stop();
      writer.flush();
    };
  }, [store]);
};

/** Minimum movement of a strip that counts as intentional, in shares of a page. */
const leastMove = 0.01;

const hasMoved = (before: StripPlace | null, now: StripPlace | null): boolean =>
  before !== null &&
  now !== null &&
  (before.page !== now.page || Math.abs(before.share - now.share) >= leastMove);

/** Position within the page, for strips only. */
const locationOf = ({ page, stripPlace, mode }: ReaderState): string | undefined =>
  axisOfStrip(mode) === null || !stripPlace ? undefined : toLocation(page, stripPlace);
