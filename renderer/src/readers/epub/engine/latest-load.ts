import type { EngineEvents } from './book-engine.ts';

/** Runs one load at a time and reports it: a newer one cancels the one before. */
export const createLatestLoad = ({ onLoading, onFailure }: EngineEvents) => {
  let current = new AbortController();
  return {
    /** Resolves to false if the load failed or was cancelled. */
    async run(load: (signal: AbortSignal) => Promise<void>): Promise<boolean> {
      current.abort();
      const control = new AbortController();
      current = control;
      onLoading(true);
      try {
        await load(control.signal);
        return !control.signal.aborted;
      } catch (error) {
        if (!control.signal.aborted) onFailure(error);
        return false;
      } finally {
        if (current === control) onLoading(false);
      }
    },
    cancel: () => current.abort(),
  };
};
