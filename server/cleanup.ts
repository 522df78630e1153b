import { setTimeout as delay } from 'node:timers/promises';

import type { Logger } from 'pino';

const patienceMs = 9000;

export interface Cleanup {
  /** Registers how something that was just taken is given back. */
  add(name: string, giveBack: () => unknown): void;
  /** Gives everything back, the last taken first. Later calls wait for the first. */
  run(): Promise<void>;
}

/**
 * Shutdown in reverse order. One part that fails or hangs does not keep the rest from closing: after
 * nine seconds in all the next parts are no longer waited for, so that quitting takes ten at most.
 */
export const createCleanup = (log: Pick<Logger, 'error'>): Cleanup => {
  const parts: { name: string; giveBack: () => unknown }[] = [];
  let running: Promise<void> | null = null;

  const runAll = async () => {
    const hurry = new AbortController();
    const limit = delay(patienceMs, undefined, { signal: hurry.signal }).catch(() => undefined);
    for (const { name, giveBack } of parts.reverse()) {
      try {
        await Promise.race([giveBack(), limit]);
      } catch (error) {
        log.error({ err: error, part: name }, 'not closed cleanly');
      }
    }
    hurry.abort();
  };

  return {
    add: (name, giveBack) => parts.push({ name, giveBack }),
    run: () => (running ??= runAll()),
  };
};
