import { once } from 'node:events';
import { Worker, type WorkerOptions } from 'node:worker_threads';

import { withTimeout } from '../lib/with-timeout.ts';
import { fromSystemError, isShortage, MediaError, type MediaReason } from './media-error.ts';

/** From the worker: the result, or the fault of the file. After any other error the worker ends. */
export type ThreadReply<Result> =
  { type: 'done'; result: Result } | { type: 'failed'; reason: MediaReason; sentence: string };

/** A thread that reads files of unknown quality, started by its first request. */
export interface WorkerThread<Request, Result> {
  /** Throws MediaError; handles one request at a time. */
  ask(request: Request, seconds: number): Promise<Result>;
  /**
   * Terminates the thread, which closes its files; a running request rejects with `reason`.
   * Resolves with false if it is blocked by a drive that hangs: it then ends when the drive answers.
   */
  end(reason: Error): Promise<boolean>;
}

interface ThreadOptions {
  module: URL;
  workerData?: unknown;
  /** Limit of the JavaScript heap, MiB. */
  maxHeapMiB: number;
  /** An idle thread terminates after this time to free its memory and files; ms. */
  idleMs: number;
  /** The error of a request that exceeded its time limit. */
  tooSlow: (seconds: number) => Error;
  /** The error of a request that ended the thread. */
  crashed: (cause: unknown) => Error;
}

/** How long terminating a thread can take, ms. */
const terminateMs = 1000;

/**
 * Reads files in a separate thread: a hostile file can hang or crash it, and then only this thread
 * is terminated, and restarted by the next request.
 */
export const createWorkerThread = <Request, Result>({
  module,
  workerData,
  maxHeapMiB,
  idleMs,
  tooSlow,
  crashed,
}: ThreadOptions): WorkerThread<Request, Result> => {
  /** Threads that have not ended, the blocked ones included. */
  const alive = new Set<Worker>();
  let worker: Worker | null = null;
  let running: AbortController | null = null;
  let idle: NodeJS.Timeout | undefined;

  const start = (): Worker => {
    const options: WorkerOptions = {
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMiB },
      workerData,
    };
    const started = new Worker(module, options);
    alive.add(started);
    const onExit = () => {
      if (worker === started) worker = null;
    };
    started.on('error', onExit);
    started.on('exit', () => {
      alive.delete(started);
      onExit();
    });
    return started;
  };

  const terminate = async () => {
    const last = worker;
    worker = null;
    if (last) await withTimeout(last.terminate(), terminateMs, null);
  };

  return {
    ask: async (request, seconds) => {
      clearTimeout(idle);
      const controller = new AbortController();
      running = controller;
      const timer = setTimeout(() => controller.abort(tooSlow(seconds)), seconds * 1000);
      try {
        worker ??= start();
        worker.postMessage(request);
        const { signal } = controller;
        const [reply] = (await once(worker, 'message', { signal })) as [ThreadReply<Result>];
        if (reply.type === 'failed') throw new MediaError(reply.reason, reply.sentence);
        return reply.result;
      } catch (error) {
        if (error instanceof MediaError) throw error;
        await terminate();
        if (controller.signal.aborted) throw controller.signal.reason;
        throw isShortage(error) ? fromSystemError(error) : crashed(error);
      } finally {
        clearTimeout(timer);
        running = null;
        idle = setTimeout(() => void terminate(), idleMs).unref();
      }
    },
    end: async (reason) => {
      running?.abort(reason);
      clearTimeout(idle);
      await terminate();
      return alive.size === 0;
    },
  };
};
