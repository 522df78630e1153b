import type { RouterHistory } from '@tanstack/react-router';

/** In `sessionStorage`: it survives reloads, like the tab's history. */
const key = 'octavo.history-end';

type TabStorage = Pick<Storage, 'getItem' | 'setItem'>;

/**
 * Records the index of the tab's newest history entry: without the Navigation API there is no other
 * way to know whether it is possible to go forward. Returns the function that stops it.
 */
export const trackHistoryEnd = (
  history: RouterHistory,
  storage: TabStorage = sessionStorage,
): (() => void) =>
  history.subscribe(({ location, action }) => {
    // Only a push drops the forward entries.
    if (action.type === 'PUSH') storage.setItem(key, String(location.state.__TSR_index));
  });

export const isBeforeHistoryEnd = (
  history: Pick<RouterHistory, 'location'>,
  storage: TabStorage = sessionStorage,
): boolean => history.location.state.__TSR_index < Number(storage.getItem(key) ?? 0);
