import { useEffect, useEffectEvent, useState } from 'react';

import { checkConnection } from '../../api/connection.ts';
import { onConnectionBack } from '../../api/connection-store.ts';

/** How long something loads until it can be asked for again by hand (ms). */
const slowMs = 8_000;

/**
 * Whether something has been loading for long: a request of which nothing arrives does not fail. If the server turns out to
 * be away, it is asked for again once that is back.
 */
export const useSlowLoad = (isLoading: boolean, onRetry: () => void): boolean => {
  const [isSlow, setSlow] = useState(false);
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    if (!isLoading) return;
    const stop = onConnectionBack(() => retry());
    const timer = setTimeout(() => {
      setSlow(true);
      void checkConnection();
    }, slowMs);
    return () => {
      stop();
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isLoading]);
  return isSlow;
};
