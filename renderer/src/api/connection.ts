import { getHealth } from '../../../shared/api/system.ts';
import { api } from './client.ts';
import { setLost, useConnection } from './connection-store.ts';

/** How long the server may take before it counts as lost, and how often a lost one is asked again. */
const patienceMs = 4000;
const intervalMs = 10_000;

/** Asks the server whether it is there. Its answers to other calls say the same, but may never come. */
export const checkConnection = async (): Promise<void> => {
  const signal = AbortSignal.timeout(patienceMs);
  try {
    await api.call(getHealth, { signal });
  } catch {
    if (signal.aborted) setLost(true);
  }
};

/** Keeps asking a lost server until it is back. Returns a function that ends it. */
export const watchConnection = (): (() => void) => {
  const ask = () => {
    if (useConnection.getState().lost && document.visibilityState === 'visible') {
      void checkConnection();
    }
  };
  const listening = new AbortController();
  const { signal } = listening;
  const timer = setInterval(ask, intervalMs);
  window.addEventListener('online', ask, { signal });
  window.addEventListener('offline', () => void checkConnection(), { signal });
  document.addEventListener('visibilitychange', ask, { signal });
  return () => {
    clearInterval(timer);
    listening.abort();
  };
};
