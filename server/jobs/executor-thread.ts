import { totalmem } from 'node:os';
import { Worker } from 'node:worker_threads';

import { clamp } from '../../shared/clamp.ts';
import { workerUrl } from '../config/resolve-path.ts';
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

/** An idle worker is terminated after this time to free its memory; ms. */
const idleMs = 5000;
/** How long a worker can take to close its connection before it is terminated; ms. */
const closeMs = 3000;
/** How long terminating a thread can take; ms. */
const terminateMs = 3000;
/** Young-generation limit, MiB. The default lets each thread accumulate 50 MB of garbage. */
const maxYoungHeapMiB = 4;

interface Request {
  job: Job;
  options: JobOptions;
  resolve: (result: JobResults[Job['kind']]) => void;
  reject: (error: unknown) => void;
}

/**
 * Heap limit of a worker, MiB: a runaway job must not crash the server. The scan of a library holds up to 1 KB per
 * book, so a quarter of the memory of the machine or container, within bounds.
 */
const defaultHeapMiB = (): number => {
  const container = process.constrainedMemory();
  const memory = container > 0 ? Math.min(container, totalmem()) : totalmem();
  return clamp(Math.floor(memory / 4 / 2 ** 20), 384, 2048);
};

const codeOf = (cause: unknown) => (cause as { code?: unknown } | undefined)?.code;

const stoppedUnexpectedly = (cause?: unknown) =>
  new JobError(
    codeOf(cause) === 'ERR_WORKER_OUT_OF_MEMORY'
      ? 'The task needs more memory than this machine has to spare. Divide very large libraries into several smaller ones.'
      : 'The background process stopped unexpectedly. Start the task again.',
    { cause },
  );

/**
 * Whether a thread failed to start because of a temporary lack of files or memory, which is
 * retried.
 */
const couldNotStart = (cause: unknown) => codeOf(cause) === 'ERR_WORKER_INIT_FAILED';

const post = (target: Worker, request: WorkerRequest) => {
  target.postMessage(request);
};

/**
 * Shuts a worker down gracefully: closes its connection first. Rejects if it is blocked by a hung
 * drive; it then exits when the drive answers.
 */
const end = async (target: Worker) => {
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      void target.terminate();
      setTimeout(reject, terminateMs, new Error('A thread still waits for a drive')).unref();
    }, closeMs);
    target.once('exit', () => {
      clearTimeout(timer);
      resolve();
    });
    post(target, { type: 'close' });
  });
};

/**
 * Idle workers, for the next job of any lane: to start one takes longer than most jobs after a change of a
 * few files.
 */
const createIdleWorkers = () => {
  const timers = new Map<Worker, NodeJS.Timeout>();
  /** The ends of idle workers. */
  let ended: Promise<unknown> = Promise.resolve();

  const forget = (worker: Worker) => {
    clearTimeout(timers.get(worker));
    timers.delete(worker);
  };
  const endOne = (worker: Worker) => {
    forget(worker);
    ended = Promise.all([ended, end(worker).catch(() => undefined)]);
  };
  const endAll = () => {
    for (const worker of timers.keys()) endOne(worker);
  };

  return {
    add: (worker: Worker) => {
      timers.set(worker, setTimeout(endOne, idleMs, worker).unref());
      worker.on('exit', () => forget(worker)).on('error', () => forget(worker));
    },
    take: (): Worker | null => {
      const [worker = null] = timers.keys();
      if (!worker) return null;
      forget(worker);
      return worker.removeAllListeners('exit').removeAllListeners('error');
    },
    endAll,
    close: async () => {
      endAll();
      await ended;
    },
  };
};

type IdleWorkers = ReturnType<typeof createIdleWorkers>;

/**
 * One worker, one job at a time; the worker starts with the first job, unless one is idle, and restarts after
 * a crash.
 */
const createLane = (
  options: WorkerOptions,
  { limits, idle, heapMiB }: { limits: () => Limits; idle: IdleWorkers; heapMiB: number },
) => {
  const queue: Request[] = [];
  let worker: Worker | null = null;
  let current: { request: Request; cancel: Int32Array } | null = null;
  const abandoned = new Set<Worker>();
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
      if (reply.code !== undefined) Object.assign(error, { code: reply.code });
      if (reply.stack !== undefined) error.stack = reply.stack;
      fail(error);
    }
  };

  const start = (): Worker =>
    new Worker(workerUrl('server/jobs/worker'), {
      workerData: options,
      resourceLimits: {
        maxOldGenerationSizeMb: heapMiB,
        maxYoungGenerationSizeMb: maxYoungHeapMiB,
      },
    });

  const listenTo = (target: Worker): Worker => {
    target.on('message', (reply: WorkerReply) => {
      if (worker === target) receive(reply);
    });
    const onExit = (cause?: unknown) => {
      if (worker !== target) return;
      worker = null;
      fail(couldNotStart(cause) ? cause : stoppedUnexpectedly(cause));
    };
    target.on('error', onExit);
    target.on('exit', () => {
      onExit();
    });
    return target;
  };

  const becomeIdle = (target: Worker) => {
    worker = null;
    target.removeAllListeners('message').removeAllListeners('exit').removeAllListeners('error');
    idle.add(target);
  };

  /** Continues in a new thread. The job's own thread exits once it is unblocked. */
  const abandon = (request: Request, reason: unknown) => {
    if (current?.request !== request || !worker) return;
    Atomics.store(current.cancel, 0, 1);
    post(worker, { type: 'close' });
    const left = worker;
    abandoned.add(left);
    left.once('exit', () => abandoned.delete(left));
    left.unref();
    worker = null;
    fail(reason);
  };

  const next = () => {
    if (current) return;
    const request = queue.shift();
    if (!request) {
      if (worker && !closed) becomeIdle(worker);
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
    const { abandon: given } = request.options;
    given?.addEventListener('abort', () => abandon(request, given.reason), { once: true });
    worker ??= listenTo(idle.take() ?? start());
    post(worker, { type: 'run', job: request.job, limits: limits(), cancel, pause });
  };

  return {
    add: (request: Request) => {
      queue.push(request);
      next();
    },
    close: async () => {
      closed = true;
      if (current) Atomics.store(current.cancel, 0, 1);
      for (const request of queue.splice(0)) request.reject(shuttingDown());
      const last = worker;
      if (last) await end(last);
      await Promise.all([...abandoned].map(end));
    },
  };
};

const shuttingDown = () => new Error('The server is shutting down.');

/**
 * Runs scans, analyses, removals (with manual arrangements) and backups in separate threads, so
 * that none waits for another.
 */
export const createThreadExecutor = ({
  limits = () => defaultLimits,
  heapMiB = defaultHeapMiB(),
  ...options
}: ExecutorOptions): Executor => {
  const idle = createIdleWorkers();
  const shared = { limits, idle, heapMiB };
  const scan = createLane(options, shared);
  const analyze = createLane(options, shared);
  const remove = createLane(options, shared);
  const regroup = createLane(options, shared);
  const backupJob = createLane(options, shared);
  // One lane of the task queue runs these three, so they never compete for this thread.
  const lanes = {
    scan,
    write_metadata: scan,
    intake: scan,
    convert: scan,
    analyze,
    reprocess: analyze,
    hash: analyze,
    find_repeated: analyze,
    remove,
    refresh: regroup,
    regroup,
    backup: backupJob,
    check_backup: backupJob,
    stage_restore: backupJob,
  };
  const all = [scan, analyze, remove, regroup, backupJob];
  return {
    run: <Kind extends Job['kind']>(job: Extract<Job, { kind: Kind }>, options: JobOptions) =>
      new Promise<JobResults[Kind]>((resolve, reject) => {
        lanes[job.kind].add({
          job,
          options,
          resolve: resolve as Request['resolve'],
          reject,
        });
        // The job needs their memory.
        idle.endAll();
      }),
    close: async () => {
      await Promise.all(all.map((lane) => lane.close()));
      await idle.close();
    },
  };
};
