import { Worker } from 'node:worker_threads';

import { AppError, retryAfter } from '../../shared/errors.ts';
import { workerUrl } from '../config/resolve-path.ts';
import { createFairList } from '../tasks/fair-list.ts';
import type { Queries } from './queries.ts';
import type { QueryReply, QueryRequest, QueryWorkerData } from './worker.ts';

/** The idle worker terminates after this time to free its memory; ms. */
const idleMs = 15_000;
/**
 * Maximum queue length, in total and per user. Each entry holds a request open, so this also limits
 * memory.
 */
const maxWaiting = 64;
const maxOfOne = 16;
/** Heap of the thread, MiB, with its young generation; SQLite's memory is not included. */
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 };

interface Waiting {
  request: QueryRequest;
  resolve: (answer: unknown) => void;
  reject: (error: Error) => void;
}

export interface QueryWorker {
  /**
   * Runs a query in a thread with its own connection; sequential, in fair order per user. Throws
   * ServiceUnavailable if it takes too long, when the queue is full, and while the server stops.
   */
  run<Name extends keyof Queries>(
    name: Name,
    ...input: Parameters<Queries[Name]>
  ): Promise<ReturnType<Queries[Name]>>;
  close(): Promise<void>;
}

/**
 * Starts the thread on first use. A query that exceeds `limitMs` is abandoned with its thread, and
 * the next one starts another.
 */
export const createQueryWorker = ({
  databasePath,
  limitMs = 10_000,
  ownerOf = () => '',
  viewer = () => null,
}: {
  databasePath: string;
  limitMs?: number;
  /** Fair-share key: who runs a query. */
  ownerOf?: () => string;
  /** See `Database`. */
  viewer?: () => number | null;
}): QueryWorker => {
  const waiting = createFairList<Waiting>();
  let worker: Worker | null = null;
  let stop: Int32Array | null = null;
  let current: Waiting | null = null;
  let timer: NodeJS.Timeout | undefined;
  let ended: Promise<unknown> = Promise.resolve();
  let closed = false;

  /** Asks the thread to abort and close. Terminating it would wait for its current statement. */
  const end = () => {
    const last = worker;
    worker = null;
    if (!last || !stop) return;
    Atomics.store(stop, 0, 1);
    last.postMessage('close');
    ended = Promise.all([ended, new Promise((resolve) => last.once('exit', resolve))]);
  };

  const settle = (finish: (query: Waiting) => void) => {
    clearTimeout(timer);
    const done = current;
    current = null;
    if (done) finish(done);
    next();
  };

  const start = (): Worker => {
    stop = new Int32Array(new SharedArrayBuffer(4));
    const started = new Worker(workerUrl('server/query-worker/worker'), {
      workerData: { databasePath, stop } satisfies QueryWorkerData,
      resourceLimits,
    });
    const onExit = (error: Error) => {
      if (worker !== started) return;
      worker = null;
      settle(({ reject }) => reject(error));
    };
    started.on('message', (reply: QueryReply) => {
      if (worker !== started) return;
      settle(({ resolve, reject }) => {
        if ('answer' in reply) resolve(reply.answer);
        else reject(new Error(`A read failed in its thread: ${reply.error}`));
      });
    });
    started.on('error', onExit);
    started.on('exit', () => onExit(new Error('The thread of long reads ended')));
    return started;
  };

  const next = () => {
    if (current || closed) return;
    current = waiting.take() ?? null;
    if (!current) {
      timer = setTimeout(end, idleMs).unref();
      return;
    }
    clearTimeout(timer);
    worker ??= start();
    worker.postMessage(current.request satisfies QueryRequest);
    timer = setTimeout(() => {
      end();
      settle(({ reject }) => reject(tooLong(limitMs)));
    }, limitMs);
  };

  return {
    run: (name, ...input) =>
      new Promise((resolve, reject) => {
        if (closed) throw stopping();
        const owner = ownerOf();
        const isFull = waiting.size >= maxWaiting || waiting.sizeOf(owner) >= maxOfOne;
        if (isFull) throw tooMany();
        const request = { name, input, viewer: viewer() };
        waiting.add(owner, { request, resolve: resolve as Waiting['resolve'], reject });
        next();
      }),
    async close() {
      closed = true;
      clearTimeout(timer);
      end();
      for (const { reject } of [...(current ? [current] : []), ...waiting.drain()]) {
        reject(stopping());
      }
      await ended;
    },
  };
};

const unavailable = (message: string, seconds: number) =>
  new AppError('ServiceUnavailable', message, retryAfter(seconds));

const stopping = () => unavailable('The server is shutting down.', 10);
const tooMany = () => unavailable('Too many searches are waiting; try again in a moment', 5);
const tooLong = (limitMs: number) =>
  unavailable(
    `This search was cancelled after ${limitMs / 1000} seconds; ask for less, or for fewer comparisons`,
    60,
  );
