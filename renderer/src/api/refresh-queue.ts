export type QueryKey = readonly unknown[];

/**
 * Collects stale query keys and flushes them at most once per `interval` ms: the first at once, so
 * that a single change shows immediately, and the thousands of a scan in batches.
 */
export const createRefreshQueue = (
  refresh: (keys: QueryKey[]) => void,
  interval: number,
): { add(...keys: QueryKey[]): void } => {
  const waiting = new Map<string, QueryKey>();
  let resting = false;

  const flush = () => {
    if (waiting.size === 0) {
      resting = false;
      return;
    }
    const batch = [...waiting.values()];
    waiting.clear();
    resting = true;
    setTimeout(flush, interval);
    refresh(batch);
  };

  return {
    add: (...keys) => {
      for (const key of keys) waiting.set(JSON.stringify(key), key);
      if (!resting) {
        resting = true;
        queueMicrotask(flush);
      }
    },
  };
};
