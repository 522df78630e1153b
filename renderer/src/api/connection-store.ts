import { create } from 'zustand';

/** Whether the server answered the last time it was asked. */
export const useConnection = create<{ lost: boolean }>(() => ({ lost: false }));

export const setLost = (lost: boolean): void => {
  if (useConnection.getState().lost !== lost) useConnection.setState({ lost });
};

/** Calls `back` whenever the server answers again after it was lost. */
export const onConnectionBack = (back: () => void): (() => void) =>
  useConnection.subscribe((now, before) => {
    if (before.lost && !now.lost) back();
  });
