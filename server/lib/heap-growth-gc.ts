import { getHeapStatistics } from 'node:v8';

import { collectAllGarbage } from './idle-gc.ts';

/** Interval between checks; ms. */
const tickMs = 1000;
/** Growth since the last collection that is worth one, bytes. */
const minGrowth = 8 * 2 ** 20;

/**
 * Collects the garbage of this thread once its heap has grown by half, and by 8 MiB, since it was last collected. V8
 * lets a new heap grow to some 100 MiB before it looks at old objects, however few of them are still in use. Blocks the
 * thread for some 40 ms. Returns a function that stops it.
 */
export const collectGarbageWhenGrown = ({
  collect = collectAllGarbage,
  used = () => getHeapStatistics().used_heap_size,
}: {
  collect?: () => Promise<void>;
  /** Bytes of the heap that objects take, garbage included. */
  used?: () => number;
} = {}): (() => void) => {
  let base = used();
  let isCollecting = false;
  const tick = () => {
    if (isCollecting || used() - base < Math.max(base / 2, minGrowth)) return;
    isCollecting = true;
    collect()
      // Keeps the memory if the collection is not available.
      .catch(() => undefined)
      .finally(() => {
        base = used();
        isCollecting = false;
      });
  };
  const timer = setInterval(tick, tickMs).unref();
  return () => clearInterval(timer);
};
