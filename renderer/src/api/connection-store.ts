import { create } from 'zustand';

/**
 * `lost` is true while the server does not respond; `isProxyAsking` if a proxy answers in its place, because it
 * wants a sign-in of its own.
 */
export const useConnection = create<{ lost: boolean; isProxyAsking?: boolean }>(() => ({
  lost: false,
}));

/** How long a server that may be away is waited for (ms). */
export const patienceMs = 4000;

export const useIsLost = (): boolean => useConnection(({ lost }) => lost);

export const setLost = (lost: boolean): void => {
  if (useConnection.getState().lost !== lost) useConnection.setState({ lost });
};

/** Calls `back` when the connection to the server returns. */
export const onConnectionBack = (back: () => void): (() => void) =>
  useConnection.subscribe((now, before) => {
    if (before.lost && !now.lost) back();
  });
