import { availableParallelism, cpus } from 'node:os';

/** Minimum time between two measurements of the processors, ms. */
const everyMs = 500;
/** Idle processors above which a lane is added, and below which one is removed. */
const [enoughIdle, tooFewIdle] = [0.75, 0.25];

/** Idle and total time of all processors since the system started, ms. */
const processorTimes = () => {
  const all = cpus().map(({ times }) => times);
  const idle = all.reduce((sum, times) => sum + times.idle, 0);
  const total = all.reduce(
    (sum, { user, nice, sys, idle: rest, irq }) => sum + user + nice + sys + rest + irq,
    0,
  );
  return { idle, total };
};

/** Counts lanes up while processors are idle, and down to one while other programs need them. */
const createLaneCounter = () => {
  const most = availableParallelism();
  let lanes = 1;
  let seenAt = performance.now();
  let seen = processorTimes();
  return (): number => {
    if (most === 1 || performance.now() - seenAt < everyMs) return lanes;
    const now = processorTimes();
    const idle = (most * (now.idle - seen.idle)) / Math.max(1, now.total - seen.total);
    if (idle > enoughIdle) lanes = Math.min(most, lanes + 1);
    else if (idle < tooFewIdle) lanes = Math.max(1, lanes - 1);
    [seen, seenAt] = [now, performance.now()];
    return lanes;
  };
};

/**
 * Works on items side by side, on as many lanes as `lanes` says before each item. Rejects with the
 * first failure after the work in flight has ended.
 */
export const forEachInLanes = async <Item>(
  lanes: () => number,
  items: Iterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> => {
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  for (const item of items) {
    while (running.size >= lanes()) await Promise.race(running);
    if (failures.length > 0) break;
    const run = work(item)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => running.delete(run));
    running.add(run);
  }
  await Promise.all(running);
  if (failures.length > 0) throw failures[0];
};

/** The same, on as many lanes as processors are idle. */
export const forEachInIdleLanes = <Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> => forEachInLanes(createLaneCounter(), items, work);

/**
 * The results of work on items, in their order, on as many lanes as processors are idle. Rejects with the first
 * failure when its turn comes.
 */
export async function* mapInIdleLanes<Item, Result>(
  items: AsyncIterable<Item>,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const lanes = createLaneCounter();
  const running: Promise<Result>[] = [];
  for await (const item of items) {
    const result = work(item);
    result.catch(() => undefined);
    running.push(result);
    while (running.length >= lanes()) yield await (running.shift() as Promise<Result>);
  }
  for (const result of running) yield await result;
}
