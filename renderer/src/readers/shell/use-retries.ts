import { useEffect, useEffectEvent } from 'react';

import { checkConnection } from '../../api/connection.ts';
import { onConnectionBack } from '../../api/connection-store.ts';

/** Delay before the first retry (ms); each is twice the one before. */
const firstDelayMs = 2000;
const maxFailures = 5;

/**
 * Retries what failed to load: when the connection is back, and a few times after growing delays,
 * because an outage of moments goes unnoticed.
 *
 * @param failures so far; `Infinity` for what would fail again
 */
export const useRetries = (failures: number, onRetry: () => void): void => {
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    // An image does not say whether the server is away.
    void checkConnection();
    const stop = onConnectionBack(() => retry());
    if (failures >= maxFailures) return stop;
    const timer = setTimeout(() => retry(), firstDelayMs * 2 ** (failures - 1));
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [failures]);
};
