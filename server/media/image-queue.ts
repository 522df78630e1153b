import { AsyncLocalStorage } from 'node:async_hooks';

import PQueue from 'p-queue';

import { AppError, retryAfter } from '../../shared/errors.ts';

interface Wish {
  /** Higher runs first, 0 to 9; default 0. */
  priority?: number;
  /** Abort when the result is no longer needed; `run` then rejects with its reason. */
  signal?: AbortSignal | undefined;
  /** Fair-share key: the owner with the least work goes first. */
  owner?: string | undefined;
}

/** Runs a read and releases the slot to other work while the drive is slow. */
export type YieldSlot = <Result>(read: () => Promise<Result>) => Promise<Result>;

export interface ImageQueue {
  /**
   * Runs image work when a slot is free. Work with the same key is shared while it is in flight;
   * queued work without remaining callers is dropped. Rejects with AppError ServiceUnavailable and
   * Retry-After when the queue, or the owner's share of it, is full.
   */
  run<Result>(
    key: string,
    work: (yieldSlot: YieldSlot) => Promise<Result>,
    wish?: Wish,
  ): Promise<Result>;
}

interface Job {
  result: Promise<unknown>;
  /** Number of callers waiting for the result. */
  wanted: number;
  /**
   * Cancels queued work; null once it has started, because its slot is then occupied until it is
   * done.
   */
  drop: AbortController | null;
}

/** Above every priority, so that an owner's priorities only order their own work. */
const maxPriority = 10;

/**
 * How long work keeps its slot while it waits for its file, ms; and how many slots can be released
 * at most.
 */
const asideMs = 100;
const maxLent = 16;

const once = (act: () => unknown) => {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
  };
};

/** The error when the image queue is full. */
export const tooManyImages = () =>
  new AppError(
    'ServiceUnavailable',
    'Too many images are being created. Try again soon.',
    retryAfter(2),
  );

/**
 * Limits concurrent decoding: a job can hold an image of 400 MB, and a reader must not queue behind
 * thousands.
 */
export const createImageQueue = ({ concurrency = 2, limit = 100 } = {}): ImageQueue => {
  const queue = new PQueue({ concurrency });
  const jobs = new Map<string, Job>();
  /** Owner → number of queued jobs. */
  const waiting = new Map<string, number>();
  const share = Math.max(1, Math.floor(limit / 4));
  const change = (owner: string, difference: number) => {
    const count = (waiting.get(owner) ?? 0) + difference;
    if (count > 0) waiting.set(owner, count);
    else waiting.delete(owner);
  };

  let lent = 0;
  const lend = (difference: number) => {
    lent += difference;
    queue.concurrency += difference;
  };
  const yieldSlot: YieldSlot = async (read) => {
    let mine = 0;
    const timer = setTimeout(() => {
      if (lent >= maxLent) return;
      mine = 1;
      lend(mine);
    }, asideMs);
    try {
      return await read();
    } finally {
      clearTimeout(timer);
      lend(-mine);
    }
  };

  const forget = (key: string, job: Job) => {
    if (jobs.get(key) === job) jobs.delete(key);
  };

  const begin = (
    key: string,
    work: (yieldSlot: YieldSlot) => Promise<unknown>,
    { priority = 0, owner }: Wish,
  ): Job => {
    const before = owner === undefined ? 0 : (waiting.get(owner) ?? 0);
    if (queue.size >= limit || before >= share) {
      throw tooManyImages();
    }
    const drop = new AbortController();
    const job: Job = { result: Promise.resolve(), wanted: 0, drop };
    jobs.set(key, job);
    const leaveQueue = once(() => owner !== undefined && change(owner, -1));
    if (owner !== undefined) change(owner, 1);
    // With the rights of this caller, not of the one whose work ends before.
    const start = AsyncLocalStorage.bind(() => {
      job.drop = null;
      leaveQueue();
      return work(yieldSlot);
    });
    drop.signal.addEventListener('abort', leaveQueue);
    job.result = queue
      .add(start, { priority: priority - maxPriority * before, signal: drop.signal })
      .finally(() => forget(key, job));
    return job;
  };

  return {
    run: async <Result>(
      key: string,
      work: (yieldSlot: YieldSlot) => Promise<Result>,
      wish: Wish = {},
    ): Promise<Result> => {
      const { signal } = wish;
      signal?.throwIfAborted();
      const job = jobs.get(key) ?? begin(key, work, wish);
      job.wanted += 1;
      const result = job.result as Promise<Result>;
      if (!signal) return result;
      const aborted = Promise.withResolvers<never>();
      const leave = () => {
        job.wanted -= 1;
        aborted.reject(signal.reason);
        if (job.wanted > 0 || !job.drop) return;
        forget(key, job);
        job.drop.abort(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      try {
        return await Promise.race([result, aborted.promise]);
      } finally {
        signal.removeEventListener('abort', leave);
      }
    },
  };
};
