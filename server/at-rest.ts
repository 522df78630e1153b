import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

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
  collect?: () => void;
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
    collect();
    last = spent();
  };
  const timer = setInterval(look, lookMs).unref();
  return () => clearInterval(timer);
};

/** As V8 does when memory runs out: also what is kept for the next round is given to the system. */
const collectAll = (): void => {
  // Node offers it to programs that are started with this option, which Electron's cannot be.
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as (how: object) => void;
  gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
};
