import type { AppPort } from './ports.ts';

export interface Lifecycle {
  /** Runs when the application ends; the last registered runs first, each is awaited. */
  onQuit(cleanup: () => void | Promise<void>): void;
  /**
   * Ends the application as quitting does, with this exit code. `end` is called in the place of
   * ending when everything was put away, and may quit the application by itself.
   */
  leave(code: number, end?: () => void): void;
  /** Whether the application is on its way out, and windows may close. */
  isQuitting(): boolean;
}

/**
 * Holds back the end of the application until everything registered has been put away, but never
 * longer than `limitMs`: a hung cleanup must not keep a computer from shutting down.
 * A cleanup that fails or does not end makes the exit code 1; the others run all the same.
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
