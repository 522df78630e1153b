import type { EngineEvents } from './book-engine.ts';

/** Runs one load at a time and reports it: a newer one cancels the one before. */
export const createLatestLoad = ({ onLoading, onFailure }: EngineEvents) => {
  let current = new AbortController();
  return {
    async run(load: (signal: AbortSignal) => Promise<void>): Promise<void> {
      current.abort();
      const control = new AbortController();
      current = control;
      onLoading(true);
      try {
        await load(control.signal);
      } catch (error) {
        if (!control.signal.aborted) onFailure(error);
      } finally {
        if (current === control) onLoading(false);
      }
    },
    cancel: () => current.abort(),
  };
};
