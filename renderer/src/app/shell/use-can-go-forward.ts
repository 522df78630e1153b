import { useRouter } from '@tanstack/react-router';
import { useCallback, useSyncExternalStore } from 'react';

import { isBeforeHistoryEnd } from '../history-end.ts';

/** Whether the history has an entry to go forward to. */
export const useCanGoForward = (): boolean => {
  const { history } = useRouter();
  const subscribe = useCallback(
    (onChange: () => void) => {
      const watched = navigation();
      if (!watched) return history.subscribe(onChange);
      watched.addEventListener('currententrychange', onChange);
      return () => watched.removeEventListener('currententrychange', onChange);
    },
    [history],
  );
  return useSyncExternalStore(
    subscribe,
    () => navigation()?.canGoForward ?? isBeforeHistoryEnd(history),
  );
};

// eslint-disable-next-line floor/member-above-floor -- undefined where it is missing, whatever the types say
const navigation = (): Navigation | undefined => window.navigation;
