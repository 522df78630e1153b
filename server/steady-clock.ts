/** A clock that is set right by less than this is believed. */
const toleranceMs = 60_000;

/**
 * The time by which things are deleted for good. A clock that jumps ahead, and back a moment later, must not have
 * them deleted years too early: it is believed as far as the process has lived through it.
 */
export const createSteadyClock = (
  clock: () => Date,
  elapsedMs: () => number = () => performance.now(),
): (() => Date) => {
  const begun = clock().getTime() - elapsedMs();
  return () => new Date(Math.min(clock().getTime(), begun + elapsedMs() + toleranceMs));
};
