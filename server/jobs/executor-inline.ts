import { connect } from '../database/database.ts';
import { defaultLimits } from '../media/limits.ts';
import type { Executor, ExecutorOptions, Job, JobOptions, JobResults } from './jobs.ts';

/** Runs each job on the calling thread, with a separate connection. */
export const createInlineExecutor = ({
  databasePath,
  thumbnailsDir,
  coversDir,
  archivesDir,
  limits = () => defaultLimits,
}: ExecutorOptions): Executor => {
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();

  const work = async (job: Job, { signal, onMessage: send, pause }: JobOptions) => {
    // Loaded on first use: with threads, the server's own thread never needs it.
    const { runJob } = await import('./run-job.ts');
    signal.throwIfAborted();
    const database = connect(databasePath);
    try {
      const cancelled = () => signal.aborted;
      return await runJob(job, {
        database,
        thumbnailsDir,
        coversDir,
        archivesDir,
        limits: limits(),
        cancelled,
        paused: () => pause !== undefined && Atomics.load(pause, 0) !== 0,
        send,
      });
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      database.close();
    }
  };

  return {
    run: <Kind extends Job['kind']>(job: Extract<Job, { kind: Kind }>, options: JobOptions) => {
      const result = work(job, {
        ...options,
        signal: AbortSignal.any([options.signal, closing.signal]),
      });
      running.add(result);
      const forget = () => running.delete(result);
      result.then(forget, forget);
      return result as Promise<JobResults[Kind]>;
    },
    close: async () => {
      closing.abort(new Error('The server is shutting down.'));
      await Promise.allSettled(running);
    },
  };
};
