export interface Throttle {
  /** Runs at once, or at the end of the current interval. */
  request(): void;
  /** Drops a pending call. */
  cancel(): void;
}

/**
 * Throttles `act` to once per interval; the last request is never lost. `deferred` runs the first
 * one on the next tick instead of at once, so that `act` sees what its caller changes afterwards.
 */
export const createThrottle = (
  intervalMs: number,
  act: () => void,
  { deferred = false } = {},
): Throttle => {
  let last = -Infinity;
  let timer: NodeJS.Timeout | undefined;
  const run = () => {
    timer = undefined;
    last = performance.now();
    act();
  };
  return {
    request() {
      if (timer) return;
      const wait = last + intervalMs - performance.now();
      if (wait <= 0 && !deferred) run();
      else timer = setTimeout(run, Math.max(0, wait)).unref();
    },
    cancel() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
};
