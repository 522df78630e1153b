export interface Throttle {
  /** Runs at once, or at the end of the current interval. */
  request(): void;
  /** Drops a pending call. */
  cancel(): void;
}

/** Throttles `act` to once per interval; the last request is never lost. */
export const createThrottle = (intervalMs: number, act: () => void): Throttle => {
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
      if (wait <= 0) run();
      else timer = setTimeout(run, wait).unref();
    },
    cancel() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
};
