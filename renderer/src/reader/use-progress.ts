import { useEffect } from 'react';

import { onServerEvent } from '../api/events.ts';
import { createProgressWriter } from './progress-writer.ts';
import { readingPlace, type ReaderStore } from './reader-store.ts';
import { sendProgress } from './send-progress.ts';

/**
 * Saves the place as it changes, and learns when another device has moved it. Opening a book alone
 * writes nothing, unless its first spread is all there is to read.
 */
export const useProgress = (store: ReaderStore): void => {
  useEffect(() => {
    const { book } = store.getState();
    const writer = createProgressWriter({
      send: (body, keepalive) => sendProgress(book.id, body, keepalive),
      onNewer: (stored) => store.actions.set({ remotePage: stored.current_page }),
    });
    let place = readingPlace(store.getState());
    if (place === store.getState().pages.length && book.progress?.current_page !== place) {
      if (!store.getState().isIncognito) writer.record(place);
    }

    const stopWatching = store.subscribe((state) => {
      const next = readingPlace(state);
      if (next === place) return;
      place = next;
      if (place === state.remotePage) store.actions.set({ remotePage: null });
      if (!state.isIncognito) writer.record(place);
    });
    const stopListening = onServerEvent('progress_updated', (event) => {
      if (event.book_id !== book.id || event.current_page === null) return;
      const { current_page: page } = event;
      if (page === place || writer.isEcho(page)) return;
      store.actions.set({ remotePage: page });
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
