/**
 * Runs `run` at most once per `intervalMs`: at once when it has been quiet, otherwise at the end of
 * the interval, so that the last call always takes effect.
 */
export const throttle = (run: () => void, intervalMs: number): { (): void; cancel(): void } => {
  let last = -Infinity;
  let timer: NodeJS.Timeout | null = null;
  const fire = () => {
    timer = null;
    last = performance.now();
    run();
  };
  const call = () => {
    timer ??= setTimeout(fire, Math.max(0, last + intervalMs - performance.now()));
  };
  call.cancel = () => {
    if (timer) clearTimeout(timer);
    timer = null;
  };
  return call;
};
