import { AppError, retryAfter } from '../../shared/errors.ts';
import { createFairQueue } from '../tasks/fair-queue.ts';
import { MediaError } from './media-error.ts';
import { createWorkerThread, type WorkerThread } from './worker-thread.ts';

/** Threads in which requests read whole books, because that blocks and the files can be hostile. */
export interface ReadingThreads<Request, Result> {
  /**
   * Runs `work` with a thread of its own once it is the owner's turn on this volume. Rejects with AppError
   * ServiceUnavailable if too many wait.
   */
  run<Value>(
    work: (thread: WorkerThread<Request, Result>) => Promise<Value>,
    owner: string,
    volume: string,
  ): Promise<Value>;
  /** Rejects if a drive that hangs blocks a thread. */
  close(): Promise<void>;
}

/** An idle thread terminates after this time to free its memory; ms. */
const idleMs = 30_000;
/** Maximum concurrent reads of a volume, queue length, and queue length per user. */
const bounds = { concurrency: 2, limit: 64, share: 24 };

const busy = () =>
  new AppError(
    'ServiceUnavailable',
    'Too many books are being opened. Try again soon.',
    retryAfter(2),
  );

const tooSlow = (seconds: number) =>
  new MediaError('unreadable', `Reading the file took more than ${seconds} seconds.`);

const crashed = (cause: unknown) =>
  new MediaError('damaged', 'The file could not be read because it is damaged.', cause);

/** `maxHeapMiB` limits the JavaScript heap of each thread. */
export const createReadingThreads = <Request, Result>(
  module: URL,
  maxHeapMiB: number,
): ReadingThreads<Request, Result> => {
  type Thread = WorkerThread<Request, Result>;
  const queue = createFairQueue({ ...bounds, refuse: busy });
  const threads = new Set<Thread>();
  const resting: Thread[] = [];

  const start = (): Thread => {
    const options = { module, maxHeapMiB, idleMs, tooSlow, crashed };
    const thread: Thread = createWorkerThread(options);
    threads.add(thread);
    return thread;
  };

  return {
    run: (work, owner, volume) =>
      queue.run(
        async () => {
          const thread = resting.pop() ?? start();
          try {
            return await work(thread);
          } finally {
            resting.push(thread);
          }
        },
        owner,
        volume,
      ),
    close: async () => {
      const reason = new Error('The server is shutting down.');
      const ended = await Promise.all([...threads].map((thread) => thread.end(reason)));
      if (!ended.every(Boolean)) throw new Error('A thread still waits for a drive');
    },
  };
};
