import type { AppPort } from './ports.ts';

export interface Lifecycle {
  /** Runs when the application ends; the last registered runs first, each is awaited. */
  onQuit(cleanup: () => void | Promise<void>): void;
  /** Ends the application as quitting does, with this exit code. */
  leave(code: number): void;
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
  const leave = (code: number) => {
    if (quitting) return;
    quitting = true;
    const limit = new Promise<number>((resolve) => {
      setTimeout(resolve, limitMs, 1).unref();
    });
    void Promise.race([cleanUp(code), limit]).then((result) => app.exit(result));
  };

  app.onBeforeQuit((event) => {
    event.preventDefault();
    leave(0);
  });

  return {
    onQuit: (cleanup) => void cleanups.push(cleanup),
    leave,
    isQuitting: () => quitting,
  };
};
