import { MediaError } from '../media-error.ts';
import type { RunningSevenZip } from './run.ts';

export interface Watch {
  /** Begins the time anew. */
  progress(): void;
  /** Throws what made the watch stop the program, if it did. */
  check(): void;
  end(): void;
}

/** Stops the program when it makes no progress for `seconds`, or when `signal` says so. */
export const watchOver = (
  program: RunningSevenZip,
  seconds: number,
  signal: AbortSignal | undefined,
): Watch => {
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    void program.stop();
  }, seconds * 1000);
  const abort = () => void program.stop();
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { once: true });
  return {
    progress: () => timer.refresh(),
    check: () => {
      signal?.throwIfAborted();
      if (!late) return;
      throw new MediaError(
        'too_large',
        `Unpacking the archive took more than ${seconds} seconds, so it was given up. Pack it again as a CBZ.`,
      );
    },
    end: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    },
  };
};
