import type { RouterHistory } from '@tanstack/react-router';

/** In the storage of the tab: it outlives reloads, as the history of the tab does. */
const key = 'octavo.history-end';

type TabStorage = Pick<Storage, 'getItem' | 'setItem'>;

/**
 * Notes the index of the newest entry of the tab's history, because without the Navigation API nothing says
 * whether there is one to go forward to. Returns a function that stops it.
 */
export const trackHistoryEnd = (
  history: RouterHistory,
  storage: TabStorage = sessionStorage,
): (() => void) =>
  history.subscribe(({ location, action }) => {
    // Only a new entry drops those ahead of it.
    if (action.type === 'PUSH') storage.setItem(key, String(location.state.__TSR_index));
  });

export const isBeforeHistoryEnd = (
  history: Pick<RouterHistory, 'location'>,
  storage: TabStorage = sessionStorage,
): boolean => history.location.state.__TSR_index < Number(storage.getItem(key) ?? 0);
