import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';

import { connect } from '../database/database.ts';
import { collectGarbageWhenGrown } from '../lib/heap-growth-gc.ts';
import { isServing } from '../lib/request-clock.ts';
import type { Limits } from '../media/limits.ts';
import type { ExecutorOptions, Job, JobMessage, JobResults } from './jobs.ts';
import { JobError } from './jobs.ts';
import { runJob } from './run-job.ts';

export type WorkerOptions = Omit<ExecutorOptions, 'limits' | 'heapMiB'>;

/**
 * From the executor to the worker. `cancel` and `pause` hold one number each: not 0 means stop, or
 * wait.
 */
export type WorkerRequest = RunRequest | { type: 'close' };

interface RunRequest {
  type: 'run';
  job: Job;
  limits: Limits;
  cancel: Int32Array;
  pause: Int32Array | undefined;
}

/** From the worker to the executor. */
export type WorkerReply =
  | { type: 'message'; message: JobMessage }
  | { type: 'done'; result: JobResults[Job['kind']] }
  /** `forPeople` is set for the message of a JobError; `code` if the data disk is the cause. */
  | {
      type: 'failed';
      message: string;
      stack: string | undefined;
      forPeople: boolean;
      code: string | undefined;
    };

// Lowers the thread's priority, so that requests go first. Linux has per-thread priorities;
// elsewhere this would slow down the whole server.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const { databasePath, thumbnailsDir, coversDir, archivesDir, requestClock } =
  workerData as WorkerOptions;
/** Small SQLite cache, because jobs read everything once and several threads can run; KiB. */
const cacheKiB = 4000;
const database = connect(databasePath, { cacheKiB });
collectGarbageWhenGrown();
const reply = (message: WorkerReply) => parentPort?.postMessage(message);

const run = async ({ job, limits, cancel, pause }: RunRequest): Promise<void> => {
  try {
    const result = await runJob(job, {
      database,
      thumbnailsDir,
      coversDir,
      archivesDir,
      limits,
      cancelled: () => Atomics.load(cancel, 0) !== 0,
      paused: () => pause !== undefined && Atomics.load(pause, 0) !== 0,
      isServing: () => requestClock !== undefined && isServing(requestClock),
      send: (message) => reply({ type: 'message', message }),
    });
    reply({ type: 'done', result });
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    const forPeople = error instanceof JobError;
    reply({ type: 'failed', message, stack, forPeople, code: forPeople ? error.code : undefined });
  }
};

let running: Promise<void> = Promise.resolve();
const close = () => {
  database.close();
  parentPort?.close();
};

parentPort?.on('message', (request: WorkerRequest) => {
  if (request.type === 'run') running = run(request);
  else void running.then(close);
});
