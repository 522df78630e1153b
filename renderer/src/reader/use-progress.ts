import { useEffect } from 'react';

import { onServerEvent } from '../api/events.ts';
import { axisOfStrip } from './navigation.ts';
import { createProgressWriter } from './progress-writer.ts';
import { readingPlace, type ReaderState, type ReaderStore } from './reader-store.ts';
import { sendProgress } from './send-progress.ts';
import { toLocation } from './strip-location.ts';
import type { StripPlace } from './strip-position.ts';

/**
 * Saves the place as it changes, and learns when another device has moved it. Opening a book alone
 * writes nothing, unless its first spread is all there is to read.
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
    const stopListening = onServerEvent('progress_updated', (event) => {
      if (event.book_id !== book.id || event.current_page === null) return;
      const { current_page: page, device } = event;
      if (page === place || writer.isEcho(page)) return;
      store.actions.set({ remote: { page, device } });
    });
    const flushHidden = () => {
      if (document.visibilityState === 'hidden') writer.flush();
    };
    document.addEventListener('visibilitychange', flushHidden);
    window.addEventListener('pagehide', writer.flush);

    return () => {
      document.removeEventListener('visibilitychange', flushHidden);
      window.removeEventListener('pagehide', writer.flush);
      stopWatching();
      stopListening();
      writer.flush();
    };
  }, [store]);
};

/** Share of a page below which a strip has not been moved on purpose. */
const leastMove = 0.01;

const hasMoved = (before: StripPlace | null, now: StripPlace | null): boolean =>
  before !== null &&
  now !== null &&
  (before.page !== now.page || Math.abs(before.share - now.share) >= leastMove);

/** Where in the page a strip is; pages that are turned are places enough by themselves. */
const locationOf = ({ page, stripPlace, mode }: ReaderState): string | undefined =>
  axisOfStrip(mode) === null || !stripPlace ? undefined : toLocation(page, stripPlace);
