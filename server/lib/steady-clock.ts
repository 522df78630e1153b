/** Smaller clock corrections are accepted at once, ms. */
const toleranceMs = 60_000;

/**
 * The clock for permanent deletion. A clock that jumps ahead for a moment must not delete anything
 * years too early: time advances at most as fast as the process has been running.
 */
export const createSteadyClock = (
  clock: () => Date,
  elapsedMs: () => number = () => performance.now(),
): (() => Date) => {
  const begun = clock().getTime() - elapsedMs();
  return () => new Date(Math.min(clock().getTime(), begun + elapsedMs() + toleranceMs));
};
