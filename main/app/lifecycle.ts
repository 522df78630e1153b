import type { AppPort } from '../ports.ts';

export interface Lifecycle {
  /** Registers a cleanup for quitting; the last registered runs first, each is awaited. */
  onQuit(cleanup: () => void | Promise<void>): void;
  /**
   * Quits with this exit code. `end` is called instead of exiting once all cleanups have run, and can quit on
   * its own.
   */
  leave(code: number, end?: () => void): void;
  /** Whether the application is quitting, and windows can close. */
  isQuitting(): boolean;
}

/**
 * Delays quitting until all cleanups have run, but at most `limitMs`, because a hung cleanup must
 * not block a shutdown of the computer. A cleanup that fails or hangs makes the exit code 1; the
 * others still run.
 */
export const createLifecycle = (
  app: Pick<AppPort, 'onBeforeQuit' | 'exit'>,
  limitMs = 10_000,
): Lifecycle => {
  const cleanups: (() => void | Promise<void>)[] = [];
  let quitting = false;
  let isPutAway = false;

  const cleanUp = async (code: number) => {
    let result = code;
    for (const cleanup of cleanups.toReversed()) {
      try {
        await cleanup();
      } catch {
        result = 1;
      }
    }
    return result;
  };
  const leave = (code: number, end?: () => void) => {
    if (quitting) return;
    quitting = true;
    const limit = new Promise<number>((resolve) => {
      setTimeout(resolve, limitMs, 1).unref();
    });
    void Promise.race([cleanUp(code), limit]).then((result) => {
      isPutAway = true;
      if (end && result === 0) end();
      else app.exit(result);
    });
  };

  app.onBeforeQuit((event) => {
    if (isPutAway) return;
    event.preventDefault();
    leave(0);
  });

  return {
    onQuit: (cleanup) => void cleanups.push(cleanup),
    leave,
    isQuitting: () => quitting,
  };
};
