import PQueue from 'p-queue';

import { AppError } from '../../shared/errors.ts';

interface Wish {
  /** What is higher goes first, 0 to 9; 0 unless said. */
  priority?: number;
  /** Aborted when the result is not wanted any more; then `run` rejects with its reason. */
  signal?: AbortSignal | undefined;
  /** For whom it is: all have the same share, and whoever has less waiting goes first. */
  owner?: string | undefined;
}

export interface ImageQueue {
  /**
   * Runs image work when there is room for it. Work in flight under the same key is shared; work that has not
   * begun is dropped when nobody wants it any more. Rejects with AppError ServiceUnavailable with Retry-After
   * when too much waits already, of all or of its owner.
   */
  run<Result>(key: string, work: () => Promise<Result>, wish?: Wish): Promise<Result>;
}

interface Job {
  result: Promise<unknown>;
  /** How many want the result. */
  wanted: number;
  /** Drops it; null once it has begun, for then its room is taken until it is done. */
  drop: AbortController | null;
}

/** Above every priority, so that the work of one owner counts only among itself. */
const mostPriority = 10;

const once = (act: () => unknown) => {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
  };
};

/** Bounds decoding: each job may hold an image of 400 MB, and a reader must not wait behind thousands. */
export const createImageQueue = ({ concurrency = 2, limit = 100 } = {}): ImageQueue => {
  const queue = new PQueue({ concurrency });
  const jobs = new Map<string, Job>();
  /** Owner → how much of theirs has not begun. */
  const waiting = new Map<string, number>();
  const share = Math.max(1, Math.floor(limit / 4));
  const change = (owner: string, by: number) => {
    const count = (waiting.get(owner) ?? 0) + by;
    if (count > 0) waiting.set(owner, count);
    else waiting.delete(owner);
  };

  const forget = (key: string, job: Job) => {
    if (jobs.get(key) === job) jobs.delete(key);
  };

  const begin = (key: string, work: () => Promise<unknown>, { priority = 0, owner }: Wish): Job => {
    const before = owner === undefined ? 0 : (waiting.get(owner) ?? 0);
    if (queue.size >= limit || before >= share) {
      throw new AppError('ServiceUnavailable', 'Too many images are being made. Try again soon.', {
        headers: { 'Retry-After': '2' },
      });
    }
    const drop = new AbortController();
    const job: Job = { result: Promise.resolve(), wanted: 0, drop };
    jobs.set(key, job);
    const leaveQueue = once(() => owner !== undefined && change(owner, -1));
    if (owner !== undefined) change(owner, 1);
    const start = () => {
      job.drop = null;
      leaveQueue();
      return work();
    };
    drop.signal.addEventListener('abort', leaveQueue);
    job.result = queue
      .add(start, { priority: priority - mostPriority * before, signal: drop.signal })
      .finally(() => forget(key, job));
    return job;
  };

  return {
    run: async <Result>(
      key: string,
      work: () => Promise<Result>,
      wish: Wish = {},
    ): Promise<Result> => {
      const { signal } = wish;
      signal?.throwIfAborted();
      const job = jobs.get(key) ?? begin(key, work, wish);
      job.wanted += 1;
      const result = job.result as Promise<Result>;
      if (!signal) return result;
      const gone = Promise.withResolvers<never>();
      const leave = () => {
        job.wanted -= 1;
        gone.reject(signal.reason);
        if (job.wanted > 0 || !job.drop) return;
        forget(key, job);
        job.drop.abort(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      try {
        return await Promise.race([result, gone.promise]);
      } finally {
        signal.removeEventListener('abort', leave);
      }
    },
  };
};
