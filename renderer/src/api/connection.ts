import { getHealth } from '../../../shared/api/system.ts';
import { api } from './client.ts';
import { patienceMs, setLost, useConnection } from './connection-store.ts';

/** Interval between checks while the server is lost (ms). */
const intervalMs = 5_000;
/** Browsers announce a network before it carries requests (ms). */
const networkDelayMs = 1_000;

/** Checks the server's health. Other calls would detect a lost server too, but may hang forever. */
export const checkConnection = async (): Promise<void> => {
  const signal = AbortSignal.timeout(patienceMs);
  try {
    await api.call(getHealth, { signal });
  } catch {
    if (signal.aborted) setLost(true);
  }
};

/** Retries a lost server until it is back. Returns the function that stops it. */
export const watchConnection = (): (() => void) => {
  const ask = () => {
    if (useConnection.getState().lost && document.visibilityState === 'visible') {
      void checkConnection();
    }
  };
  const listening = new AbortController();
  const { signal } = listening;
  const timer = setInterval(ask, intervalMs);
  const askTwice = () => {
    ask();
    setTimeout(ask, networkDelayMs);
  };
  window.addEventListener('online', askTwice, { signal });
  window.addEventListener('offline', () => void checkConnection(), { signal });
  document.addEventListener('visibilitychange', ask, { signal });
  return () => {
    clearInterval(timer);
    listening.abort();
  };
};

/** Reloads the page unless the server is away: the browser would show its own error page instead. */
export const reloadPage = async (): Promise<void> => {
  await checkConnection();
  if (!useConnection.getState().lost) location.reload();
};
