import { delay } from './delay.ts';

/** Waits until all promises are settled, at most for a time (ms). */
export const settledWithin = (
  ms: number,
  promises: readonly Promise<unknown>[],
): Promise<unknown> => Promise.race([Promise.allSettled(promises), delay(ms)]);
