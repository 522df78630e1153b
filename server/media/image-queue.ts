import PQueue from 'p-queue';

import { AppError } from '../../shared/errors.ts';

export interface ImageQueue {
  /**
   * Runs image work when there is room for it. Work in flight under the same key is shared. Rejects with
   * AppError ServiceUnavailable with Retry-After when too much waits already.
   */
  run<Result>(key: string, work: () => Promise<Result>, priority?: number): Promise<Result>;
}

/** Bounds decoding: each job may hold an image of 400 MB, and a reader must not wait behind thousands. */
export const createImageQueue = ({ concurrency = 2, limit = 100 } = {}): ImageQueue => {
  const queue = new PQueue({ concurrency });
  const inFlight = new Map<string, Promise<unknown>>();
  return {
    run: <Result>(key: string, work: () => Promise<Result>, priority = 0): Promise<Result> => {
      const shared = inFlight.get(key);
      if (shared) return shared as Promise<Result>;
      if (queue.size >= limit) {
        const error = new AppError(
          'ServiceUnavailable',
          'Too many images are being made. Try again soon.',
          {
            headers: { 'Retry-After': '2' },
          },
        );
        return Promise.reject(error);
      }
      const result = queue.add(work, { priority }).finally(() => inFlight.delete(key));
      inFlight.set(key, result);
      return result;
    },
  };
};
