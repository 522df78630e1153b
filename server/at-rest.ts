/** How often it is looked whether there was work; ms. */
const lookMs = 5000;
/** Processor time between two looks that is work; ms. */
const workMs = 250;
/** As many looks without work are rest. */
const calmLooks = 4;

/**
 * Hands back, once the process rests, the memory that its work has left: V8 collects when something is made,
 * and at rest nothing is. Takes a tenth of a second, some 20 s after a start or a scan. Call what is
 * returned to end it.
 */
export const collectAtRest = ({
  collect = collectAll,
  usage = () => process.cpuUsage(),
}: {
  collect?: () => Promise<void>;
  /** Processor time so far, µs. */
  usage?: () => NodeJS.CpuUsage;
} = {}): (() => void) => {
  const spent = () => (usage().user + usage().system) / 1000;
  let last = spent();
  let calm = 0;
  let isLeft = true;
  const look = () => {
    const now = spent();
    const hasWorked = now - last >= workMs;
    last = now;
    calm = hasWorked ? 0 : calm + 1;
    isLeft ||= hasWorked;
    if (!isLeft || calm < calmLooks) return;
    isLeft = false;
    collect()
      // Where it cannot be had, the memory is kept.
      .catch(() => undefined)
      .finally(() => (last = spent()));
  };
  const timer = setInterval(look, lookMs).unref();
  return () => clearInterval(timer);
};

/** As V8 does when memory runs out: also what is kept for the next round is given to the system. */
const collectAll = async (): Promise<void> => {
  const { Session } = await import('node:inspector/promises');
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.collectGarbage');
  // Not while it answers, after which the process would never end.
  setImmediate(() => session.disconnect());
};
