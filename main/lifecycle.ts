import type { AppPort } from './ports.ts';

export interface Lifecycle {
  /** Runs when the application quits; the last registered runs first, each is awaited. */
  onQuit(cleanup: () => void | Promise<void>): void;
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

  const cleanUp = async () => {
    let code = 0;
    for (const cleanup of cleanups.reverse()) {
      try {
        await cleanup();
      } catch {
        code = 1;
      }
    }
    return code;
  };

  app.onBeforeQuit((event) => {
    event.preventDefault();
    if (quitting) return;
    quitting = true;
    const limit = new Promise<number>((resolve) => {
      setTimeout(resolve, limitMs, 1).unref();
    });
    void Promise.race([cleanUp(), limit]).then((code) => app.exit(code));
  });

  return {
    onQuit: (cleanup) => void cleanups.push(cleanup),
    isQuitting: () => quitting,
  };
};
