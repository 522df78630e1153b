import { AsyncLocalStorage } from 'node:async_hooks';

import { createFairList, type FairList } from './fair-list.ts';

export interface FairQueue {
  /**
   * Runs work when it is its owner's turn, with the rights of the caller. Rejects with the error of `refuse`
   * where too much waits already. Work on one volume that takes long keeps none on another waiting: its
   * drive may hang.
   */
  run<Result>(work: () => Promise<Result>, owner: string, volume?: string): Promise<Result>;
  /** Number of queued jobs. */
  readonly waiting: number;
  /** Resolves when nothing is running or queued. */
  onIdle(): Promise<void>;
}

interface Running {
  volume: string;
  since: number;
}

/** Work that takes longer than this lends its place to other volumes, ms. */
const lateMs = 200;

/** Runs jobs with limited concurrency, in turn for each owner. */
export const createFairQueue = ({
  concurrency,
  limit,
  share,
  refuse,
}: {
  /** How much runs at a time of one volume, and of all while none is late. */
  concurrency: number;
  /** Maximum queue length, in total and per owner. */
  limit: number;
  share: number;
  refuse: () => Error;
}): FairQueue => {
  /** By volume; the one whose turn it is comes first. */
  const lists = new Map<string, FairList<() => void>>();
  const running = new Set<Running>();
  const idle: (() => void)[] = [];
  let later: NodeJS.Timeout | undefined;
  const waiting = () => [...lists.values()].reduce((sum, { size }) => sum + size, 0);

  /** Its own volume waits for what is late as well. */
  const canBegin = (volume: string): boolean => {
    const now = performance.now();
    const inTheWay = [...running].filter(
      (work) => work.volume === volume || now - work.since < lateMs,
    );
    return inTheWay.length < concurrency;
  };

  const handOut = () => {
    clearTimeout(later);
    later = undefined;
    for (const [volume, list] of [...lists]) {
      if (!canBegin(volume)) continue;
      lists.delete(volume);
      const start = list.take();
      if (list.size > 0) lists.set(volume, list);
      start?.();
    }
    if (lists.size > 0) later = setTimeout(handOut, lateMs).unref();
    if (running.size === 0) for (const resolve of idle.splice(0)) resolve();
  };

  const begin = async <Result>(work: () => Promise<Result>, volume: string): Promise<Result> => {
    const self: Running = { volume, since: performance.now() };
    running.add(self);
    try {
      return await work();
    } finally {
      running.delete(self);
      handOut();
    }
  };

  return {
    get waiting() {
      return waiting();
    },
    run: (work, owner, volume = '') => {
      if (!lists.has(volume) && canBegin(volume)) return begin(work, volume);
      const list = lists.get(volume) ?? createFairList<() => void>();
      if (waiting() >= limit || list.sizeOf(owner) >= share) return Promise.reject(refuse());
      lists.set(volume, list);
      return new Promise((resolve) => {
        list.add(
          owner,
          AsyncLocalStorage.bind(() => resolve(begin(work, volume))),
        );
        later ??= setTimeout(handOut, lateMs).unref();
      });
    },
    onIdle: () =>
      running.size === 0 ? Promise.resolve() : new Promise((resolve) => void idle.push(resolve)),
  };
};
