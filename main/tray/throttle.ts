/**
 * Throttles `run` to once per `intervalMs`: at once after a quiet interval, otherwise at its end,
 * so that the last call always takes effect.
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
