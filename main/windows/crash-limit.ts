const reloadsAtMost = 3;
const withinMs = 60_000;

/**
 * Reloads a page whose process has crashed, but not a page that crashes again and again, such as one with an
 * image that exceeds the memory: it would keep the processor busy forever. `giveUp` is called then.
 */
export const createCrashLimit = (reload: () => void, giveUp: () => void): (() => void) => {
  let crashes: number[] = [];
  return () => {
    const now = performance.now();
    crashes = [...crashes.filter((time) => now - time < withinMs), now];
    if (crashes.length <= reloadsAtMost) reload();
    else giveUp();
  };
};
