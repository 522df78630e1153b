import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import { clamp } from '../../shared/clamp.ts';
import { hourMs } from '../../shared/durations.ts';
import { neverLocked, type WriteLock } from '../database/write-lock.ts';

/** Shortest and longest sleep, ms: the clock of the machine can change. */
const minSleepMs = 1000;
const maxSleepMs = hourMs;
/** Sleep after an error, such as one of the database, ms. */
const afterErrorMs = 60_000;
/** How long a stop waits for work that cannot be cancelled, ms. */
const stopMs = 3000;

export interface DueWorker {
  /** Looks for work now; called at the start and when something was added. */
  wake(): void;
  stop(): Promise<void>;
}

/**
 * Works at what is due, one thing after the other, and sleeps until the next. Works with the rights of
 * its creator, not of a request that wakes it.
 *
 * `work` does everything that is due until the signal aborts, and returns when the next is: ISO
 * 8601, or null.
 */
export const createDueWorker = ({
  work,
  onError,
  writeLock = neverLocked,
  clock,
}: {
  work: (signal: AbortSignal) => Promise<string | null>;
  onError: (error: unknown) => void;
  /** Before any work, because it writes. */
  writeLock?: WriteLock;
  clock: () => Date;
}): DueWorker => {
  const stopping = new AbortController();
  const { signal } = stopping;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;

  const sleepMs = async (): Promise<number> => {
    // Not within the event that added something.
    await setImmediate();
    await writeLock();
    const next = await work(signal);
    const ms = next === null ? maxSleepMs : Date.parse(next) - clock().getTime();
    return clamp(ms, minSleepMs, maxSleepMs);
  };
  const wake = AsyncLocalStorage.bind(() => {
    clearTimeout(timer);
    if (signal.aborted) return;
    running ??= sleepMs()
      .catch((error: unknown) => {
        onError(error);
        return afterErrorMs;
      })
      .then((ms) => {
        running = null;
        if (!signal.aborted) timer = setTimeout(wake, ms).unref();
      });
  });
  return {
    wake,
    async stop() {
      clearTimeout(timer);
      stopping.abort();
      await Promise.race([running, delay(stopMs, undefined, { ref: false })]);
    },
  };
};
