import { Worker } from 'node:worker_threads';

import { AppError } from '../../shared/errors.ts';
import { programOf } from '../config/places.ts';
import type { Reads } from './reads.ts';
import type { ReadReply, ReadRequest, ReadWorkerData } from './worker.ts';

/** Ends after this long without work, to give its memory back; ms. */
const idleMs = 15_000;
/** How many may wait. Each has a request open, so this is memory as well as patience. */
const maxWaiting = 64;
/** Heap of the thread, MiB, and of it what is short-lived; what SQLite holds comes on top. */
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 };

interface Waiting {
  request: ReadRequest;
  resolve: (answer: unknown) => void;
  reject: (error: Error) => void;
}

export interface ReadThread {
  /**
   * Runs a read in a thread with its own connection, one after the other. Throws ServiceUnavailable when
   * it takes too long, when too many wait, and while the server stops.
   */
  run<Name extends keyof Reads>(
    name: Name,
    ...input: Parameters<Reads[Name]>
  ): Promise<ReturnType<Reads[Name]>>;
  close(): Promise<void>;
}

/**
 * The thread starts with the first read. One that takes longer than `limitMs` is given up with its
 * thread, and the next read starts another.
 */
export const createReadThread = ({
  databasePath,
  limitMs = 10_000,
}: {
  databasePath: string;
  limitMs?: number;
}): ReadThread => {
  const waiting: Waiting[] = [];
  let worker: Worker | null = null;
  let stop: Int32Array | null = null;
  let current: Waiting | null = null;
  let timer: NodeJS.Timeout | undefined;
  let ended: Promise<unknown> = Promise.resolve();
  let closed = false;

  /** Asks the thread to give up and close. To terminate it would wait for its statement to end by itself. */
  const end = () => {
    const last = worker;
    worker = null;
    if (!last || !stop) return;
    Atomics.store(stop, 0, 1);
    last.postMessage('close');
    ended = Promise.all([ended, new Promise((resolve) => last.once('exit', resolve))]);
  };

  const settle = (finish: (one: Waiting) => void) => {
    clearTimeout(timer);
    const done = current;
    current = null;
    if (done) finish(done);
    next();
  };

  const start = (): Worker => {
    stop = new Int32Array(new SharedArrayBuffer(4));
    const started = new Worker(programOf('server/reads/worker'), {
      workerData: { databasePath, stop } satisfies ReadWorkerData,
      resourceLimits,
    });
    const gone = (error: Error) => {
      if (worker !== started) return;
      worker = null;
      settle(({ reject }) => reject(error));
    };
    started.on('message', (reply: ReadReply) => {
      if (worker !== started) return;
      settle(({ resolve, reject }) => {
        if ('answer' in reply) resolve(reply.answer);
        else reject(new Error(`A read failed in its thread: ${reply.error}`));
      });
    });
    started.on('error', gone);
    started.on('exit', () => gone(new Error('The thread of long reads ended')));
    return started;
  };

  const next = () => {
    if (current || closed) return;
    current = waiting.shift() ?? null;
    if (!current) {
      timer = setTimeout(end, idleMs).unref();
      return;
    }
    clearTimeout(timer);
    worker ??= start();
    worker.postMessage(current.request satisfies ReadRequest);
    timer = setTimeout(() => {
      end();
      settle(({ reject }) => reject(tooLong(limitMs)));
    }, limitMs);
  };

  return {
    run: (name, ...input) =>
      new Promise((resolve, reject) => {
        if (closed) throw stopping();
        if (waiting.length >= maxWaiting) throw tooMany();
        const request = { name, input };
        waiting.push({ request, resolve: resolve as Waiting['resolve'], reject });
        next();
      }),
    async close() {
      closed = true;
      clearTimeout(timer);
      end();
      for (const { reject } of [...(current ? [current] : []), ...waiting.splice(0)]) {
        reject(stopping());
      }
      await ended;
    },
  };
};

const unavailable = (message: string, seconds: number) =>
  new AppError('ServiceUnavailable', message, { headers: { 'Retry-After': String(seconds) } });

const stopping = () => unavailable('The server is shutting down', 10);
const tooMany = () => unavailable('Too many searches are waiting; try again in a moment', 5);
const tooLong = (limitMs: number) =>
  unavailable(
    `This search was given up after ${limitMs / 1000} seconds; ask for less, or for fewer comparisons`,
    60,
  );
