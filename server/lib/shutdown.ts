import { setTimeout as delay } from 'node:timers/promises';

import type { Logger } from 'pino';

const patienceMs = 9000;

export interface ShutdownStack {
  /** Registers the disposer of a resource. */
  defer(name: string, dispose: () => unknown): void;
  /**
   * Runs all disposers, the last registered first. Later calls wait for the first. Resolves with
   * whether all succeeded.
   */
  runAll(): Promise<boolean>;
}

/**
 * Graceful shutdown: disposes resources in reverse order. A disposer that fails or hangs does not block the others:
 * after nine seconds in total, the remaining ones are no longer awaited, so that quitting takes ten
 * at most.
 */
export const createShutdownStack = (log: Pick<Logger, 'error'>): ShutdownStack => {
  const parts: { name: string; dispose: () => unknown }[] = [];
  let running: Promise<boolean> | null = null;

  const runAll = async () => {
    let isClean = true;
    const hurry = new AbortController();
    const limit = delay(patienceMs, undefined, { signal: hurry.signal }).then(
      () => {
        isClean = false;
      },
      () => undefined,
    );
    for (const { name, dispose } of parts.reverse()) {
      try {
        await Promise.race([dispose(), limit]);
      } catch (error) {
        isClean = false;
        log.error({ err: error, part: name }, 'not closed cleanly');
      }
    }
    hurry.abort();
    return isClean;
  };

  return {
    defer: (name, dispose) => parts.push({ name, dispose }),
    runAll: () => (running ??= runAll()),
  };
};
