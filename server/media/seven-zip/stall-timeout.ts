import { MediaError } from '../media-error.ts';
import type { RunningSevenZip } from './run.ts';

export interface StallTimeout {
  /** Restarts the timeout. */
  progress(): void;
  /** Throws the reason if the process was killed. */
  throwIfKilled(): void;
  stop(): void;
}

/** Kills the process when it makes no progress for `seconds`, or when `signal` is aborted. */
export const killWhenStalled = (
  program: RunningSevenZip,
  seconds: number,
  signal: AbortSignal | undefined,
): StallTimeout => {
  let isStalled = false;
  const timer = setTimeout(() => {
    isStalled = true;
    void program.stop();
  }, seconds * 1000);
  const abort = () => void program.stop();
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { once: true });
  return {
    progress: () => timer.refresh(),
    throwIfKilled: () => {
      signal?.throwIfAborted();
      if (!isStalled) return;
      throw new MediaError(
        'too_large',
        `Unpacking the archive took more than ${seconds} seconds, so it was stopped. Pack it again as a CBZ.`,
      );
    },
    stop: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    },
  };
};
