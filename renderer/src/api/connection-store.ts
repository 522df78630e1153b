import { create } from 'zustand';

/**
 * `lost` is true while the server does not respond; `isProxyAsking` if a proxy answers in its place, because it
 * wants a sign-in of its own. The previous port of a server looks the same.
 */
export const useConnection = create(() => ({ lost: false, isProxyAsking: false }));

/** The answer of a proxy that wants a sign-in of its own. */
export class ProxyAsks extends TypeError {}

/** How long a server that may be away is waited for (ms). */
export const patienceMs = 4000;

export const useIsLost = (): boolean => useConnection(({ lost }) => lost);

export const setLost = (lost: boolean, isProxyAsking = false): void => {
  const known = useConnection.getState();
  if (known.lost !== lost || known.isProxyAsking !== isProxyAsking)
    useConnection.setState({ lost, isProxyAsking });
};

/** Calls `back` when the connection to the server returns. */
export const onConnectionBack = (back: () => void): (() => void) =>
  useConnection.subscribe((now, before) => {
    if (before.lost && !now.lost) back();
  });
