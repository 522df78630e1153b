import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';

import { connect } from '../database/database.ts';
import type { Limits } from '../media/limits.ts';
import type { Job, JobMessage, JobResults } from './jobs.ts';
import { JobError } from './jobs.ts';
import { runJob } from './run-job.ts';

export interface WorkerOptions {
  databasePath: string;
  thumbnailsDir: string;
  archivesDir: string;
}

/** From the executor to the worker. `cancel` and `pause` hold one number each: not 0 means stop, or wait. */
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
  /** `forPeople` is set for the sentence of a JobError. */
  | { type: 'failed'; message: string; stack: string | undefined; forPeople: boolean };

// Requests go first. Linux has a priority for each thread; elsewhere this would slow down the whole server.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const { databasePath, thumbnailsDir, archivesDir } = workerData as WorkerOptions;
/** What goes through from one end to the other comes by once, and there may be several threads; KiB. */
const cacheKiB = 4000;
const database = connect(databasePath, cacheKiB);
const reply = (message: WorkerReply) => parentPort?.postMessage(message);

const run = async ({ job, limits, cancel, pause }: RunRequest): Promise<void> => {
  try {
    const result = await runJob(job, {
      database,
      thumbnailsDir,
      archivesDir,
      limits,
      cancelled: () => Atomics.load(cancel, 0) !== 0,
      paused: () => pause !== undefined && Atomics.load(pause, 0) !== 0,
      send: (message) => reply({ type: 'message', message }),
    });
    reply({ type: 'done', result });
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    reply({ type: 'failed', message, stack, forPeople: error instanceof JobError });
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
