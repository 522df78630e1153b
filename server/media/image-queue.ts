import PQueue from 'p-queue';

import { AppError } from '../../shared/errors.ts';

interface Wish {
  /** What is higher goes first; 0 unless said. */
  priority?: number;
  /** Aborted when the result is not wanted any more; then `run` rejects with its reason. */
  signal?: AbortSignal | undefined;
}

export interface ImageQueue {
  /**
   * Runs image work when there is room for it. Work in flight under the same key is shared; work that has not
   * begun is dropped when nobody wants it any more. Rejects with AppError ServiceUnavailable with Retry-After
   * when too much waits already.
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

/** Bounds decoding: each job may hold an image of 400 MB, and a reader must not wait behind thousands. */
export const createImageQueue = ({ concurrency = 2, limit = 100 } = {}): ImageQueue => {
  const queue = new PQueue({ concurrency });
  const jobs = new Map<string, Job>();

  const forget = (key: string, job: Job) => {
    if (jobs.get(key) === job) jobs.delete(key);
  };

  const begin = (key: string, work: () => Promise<unknown>, priority: number): Job => {
    if (queue.size >= limit) {
      throw new AppError('ServiceUnavailable', 'Too many images are being made. Try again soon.', {
        headers: { 'Retry-After': '2' },
      });
    }
    const drop = new AbortController();
    const job: Job = { result: Promise.resolve(), wanted: 0, drop };
    jobs.set(key, job);
    const start = () => {
      job.drop = null;
      return work();
    };
    job.result = queue
      .add(start, { priority, signal: drop.signal })
      .finally(() => forget(key, job));
    return job;
  };

  return {
    run: async <Result>(
      key: string,
      work: () => Promise<Result>,
      { priority = 0, signal }: Wish = {},
    ): Promise<Result> => {
      signal?.throwIfAborted();
      const job = jobs.get(key) ?? begin(key, work, priority);
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
