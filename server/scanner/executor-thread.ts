import { Worker } from 'node:worker_threads';

import { programOf } from '../config/places.ts';
import { defaultLimits, type Limits } from '../media/limits.ts';
import {
  type Executor,
  type ExecutorOptions,
  type Job,
  JobError,
  type JobOptions,
  type JobResults,
} from './jobs.ts';
import type { WorkerOptions, WorkerReply, WorkerRequest } from './worker.ts';

/** A worker that had nothing to do for this long ends, and gives its memory back; ms. */
const idleMs = 5000;
/** How long a worker may take to close its connection before it is ended; ms. */
const closeMs = 3000;
/** Heap of one worker, MiB: a runaway job must not take the server along. */
const maxHeapMiB = 384;
/** Room for short-lived values, MiB. The default lets each thread grow by 50 MB of garbage. */
const maxYoungHeapMiB = 4;

interface Request {
  job: Job;
  options: JobOptions;
  resolve: (result: JobResults[Job['kind']]) => void;
  reject: (error: unknown) => void;
}

const stoppedUnexpectedly = (cause?: unknown) =>
  new JobError('The background process stopped unexpectedly. Start the task again.', { cause });

/** One worker, one job at a time; the worker starts with the first job and again after a crash. */
const createLane = (options: WorkerOptions, limits: () => Limits) => {
  const queue: Request[] = [];
  let worker: Worker | null = null;
  let current: { request: Request; cancel: Int32Array } | null = null;
  let idle: NodeJS.Timeout | undefined;
  let closed = false;

  const settle = (finish: (request: Request) => void) => {
    const request = current?.request;
    current = null;
    if (request) finish(request);
    next();
  };

  const fail = (error: unknown) => {
    settle(({ options: { signal }, reject }) => {
      reject(signal.aborted ? signal.reason : error);
    });
  };

  const receive = (reply: WorkerReply) => {
    if (reply.type === 'message') current?.request.options.onMessage(reply.message);
    else if (reply.type === 'done') settle(({ resolve }) => resolve(reply.result));
    else {
      const error = reply.forPeople ? new JobError(reply.message) : new Error(reply.message);
      if (reply.stack !== undefined) error.stack = reply.stack;
      fail(error);
    }
  };

  const start = (): Worker => {
    const started = new Worker(programOf('server/scanner/worker'), {
      workerData: options,
      resourceLimits: {
        maxOldGenerationSizeMb: maxHeapMiB,
        maxYoungGenerationSizeMb: maxYoungHeapMiB,
      },
    });
    started.on('message', receive);
    const gone = (cause?: unknown) => {
      if (worker !== started) return;
      worker = null;
      fail(stoppedUnexpectedly(cause));
    };
    started.on('error', gone);
    started.on('exit', () => {
      gone();
    });
    return started;
  };

  const post = (target: Worker, request: WorkerRequest) => {
    target.postMessage(request);
  };

  /** Ends a worker in good order, so that its connection is closed before its thread is. */
  const end = async (target: Worker) => {
    await new Promise<void>((resolve) => {
      const late = setTimeout(() => void target.terminate(), closeMs);
      target.once('exit', () => {
        clearTimeout(late);
        resolve();
      });
      post(target, { type: 'close' });
    });
  };

  const rest = () => {
    idle = setTimeout(() => {
      const resting = worker;
      worker = null;
      if (resting) void end(resting);
    }, idleMs).unref();
  };

  const next = () => {
    if (current) return;
    clearTimeout(idle);
    const request = queue.shift();
    if (!request) {
      if (worker && !closed) rest();
      return;
    }
    const { signal, pause } = request.options;
    if (signal.aborted || closed) {
      request.reject(signal.aborted ? signal.reason : shuttingDown());
      next();
      return;
    }
    const cancel = new Int32Array(new SharedArrayBuffer(4));
    signal.addEventListener('abort', () => Atomics.store(cancel, 0, 1), { once: true });
    current = { request, cancel };
    worker ??= start();
    post(worker, { type: 'run', job: request.job, limits: limits(), cancel, pause });
  };

  return {
    add: (request: Request) => {
      queue.push(request);
      next();
    },
    close: async () => {
      closed = true;
      clearTimeout(idle);
      if (current) Atomics.store(current.cancel, 0, 1);
      for (const request of queue.splice(0)) request.reject(shuttingDown());
      const last = worker;
      if (last) await end(last);
    },
  };
};

const shuttingDown = () => new Error('The server is shutting down.');

/** Scans, analyses, removals (with what a person arranges) and backups each in a thread of their own, so that none waits for another. */
export const createThreadExecutor = ({
  databasePath,
  thumbnailsDir,
  archivesDir,
  limits = () => defaultLimits,
}: ExecutorOptions): Executor => {
  const scan = createLane({ databasePath, thumbnailsDir, archivesDir }, limits);
  const analyze = createLane({ databasePath, thumbnailsDir, archivesDir }, limits);
  const remove = createLane({ databasePath, thumbnailsDir, archivesDir }, limits);
  const upkeep = createLane({ databasePath, thumbnailsDir, archivesDir }, limits);
  // Hashing makes way for analyses in the queue of tasks, so they never meet in this lane.
  const lanes = {
    scan,
    analyze,
    hash: analyze,
    remove,
    refresh: remove,
    regroup: remove,
    backup: upkeep,
    check_backup: upkeep,
    stage_restore: upkeep,
  };
  return {
    run: <Kind extends Job['kind']>(job: Extract<Job, { kind: Kind }>, options: JobOptions) =>
      new Promise<JobResults[Kind]>((resolve, reject) => {
        lanes[job.kind].add({
          job,
          options,
          resolve: resolve as Request['resolve'],
          reject,
        });
      }),
    close: async () => {
      await Promise.all([scan.close(), analyze.close(), remove.close(), upkeep.close()]);
    },
  };
};
