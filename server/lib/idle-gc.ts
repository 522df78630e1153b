/** Interval between activity checks; ms. */
const tickMs = 5000;
/** CPU time between two checks that counts as activity; ms. */
const workMs = 250;
/** Consecutive checks without activity before the process counts as idle. */
const idleTicks = 4;

/**
 * Forces a garbage collection as soon as the process is idle, because V8 only collects on
 * allocation. Takes a tenth of a second, some 20 s after a start or a scan. Returns a function that
 * stops it.
 */
export const collectGarbageWhenIdle = ({
  collect = collectAllGarbage,
  usage = () => process.cpuUsage(),
}: {
  collect?: () => Promise<void>;
  /** Total CPU time so far, µs. */
  usage?: () => NodeJS.CpuUsage;
} = {}): (() => void) => {
  const spent = () => (usage().user + usage().system) / 1000;
  let last = spent();
  let idle = 0;
  let isLeft = true;
  const tick = () => {
    const now = spent();
    const hasWorked = now - last >= workMs;
    last = now;
    idle = hasWorked ? 0 : idle + 1;
    isLeft ||= hasWorked;
    if (!isLeft || idle < idleTicks) return;
    isLeft = false;
    collect()
      // Keeps the memory if the collection is not available.
      .catch(() => undefined)
      .finally(() => (last = spent()));
  };
  const timer = setInterval(tick, tickMs).unref();
  return () => clearInterval(timer);
};

/**
 * Collects like V8 does under memory pressure, which also releases memory reserved for the next
 * cycle.
 */
export const collectAllGarbage = async (): Promise<void> => {
  const { Session } = await import('node:inspector/promises');
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.collectGarbage');
  // Not during the callback, which would keep the process alive forever.
  setImmediate(() => session.disconnect());
};
