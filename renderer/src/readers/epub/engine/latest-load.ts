import { AppError } from '../../../../../shared/errors.ts';
import type { EngineEvents } from './book-engine.ts';
import { PartError } from './part-document.ts';

/** Runs one load at a time and reports it: a newer one cancels the one before. */
export const createLatestLoad = ({ onLoading, onFailure }: EngineEvents) => {
  let current = new AbortController();
  let broken: number | null = null;
  let last = (): void => undefined;

  /** Loads a part. Resolves to false if that failed or was cancelled. */
  const run = async (
    index: number,
    load: (signal: AbortSignal) => Promise<void>,
  ): Promise<boolean> => {
    current.abort();
    const control = new AbortController();
    current = control;
    broken = null;
    last = () => void run(index, load);
    onLoading(true);
    try {
      await load(control.signal);
      return !control.signal.aborted;
    } catch (error) {
      if (!control.signal.aborted) {
        if (isLasting(error)) broken = index;
        onFailure(error);
      }
      return false;
    } finally {
      if (current === control) onLoading(false);
    }
  };

  return {
    run,
    cancel: () => current.abort(),
    /** Loads again what was last asked for. */
    retry: () => last(),
    /**
     * Index of the part that was last asked for, if the book is damaged there. A message is shown in
     * its place, from which turns go on.
     */
    broken: () => broken,
    /** A part that is already loaded is shown instead. */
    leave: (): void => {
      current.abort();
      broken = null;
    },
  };
};

/** Whether a part would fail again. A file that is not found may be on a drive that comes back. */
export const isLasting = (error: unknown): boolean =>
  (error instanceof AppError && error.code !== 'NotFound') ||
  (error instanceof PartError && ['damaged', 'missing'].includes(error.reason));
