import { JobError, type Executor, type Job, type JobResults } from '../../jobs/jobs.ts';
import type { EventBus } from '../../lib/event-bus.ts';
import { watchDrive } from '../../tasks/drive-watch.ts';
import { TaskFailure, type TaskContext } from '../../tasks/task-types.ts';
import { createEventRelay } from './event-relay.ts';

interface WatchedJobOptions extends Pick<TaskContext, 'signal' | 'progress'> {
  executor: Pick<Executor, 'run'>;
  bus: EventBus;
  /** Whether the folders that the job reads or writes respond. */
  answers: () => Promise<boolean>;
  /** Called when the job has ended, however it did. */
  onEnded?: () => void;
}

/**
 * Runs a job on files in a thread for a task: publishes its changes and its progress, and stops it when a
 * drive hangs. Throws as `toTaskError` says.
 */
export const runWatchedJob = async <Kind extends Job['kind']>(
  job: Extract<Job, { kind: Kind }>,
  { executor, bus, answers, onEnded, signal, progress }: WatchedJobOptions,
): Promise<JobResults[Kind]> => {
  const relay = createEventRelay(bus);
  const drive = await watchDrive(signal, answers);
  try {
    return await executor.run(job, {
      signal,
      abandon: drive.hangs,
      onMessage(message) {
        if (message.type === 'events') relay.pass(message.events);
        else if (message.type !== 'scan_progress' && message.type !== 'remove_progress') {
          const { current, total, message: title } = message.progress;
          progress(current, total, title);
        }
      },
    });
  } catch (error) {
    throw toTaskError(error);
  } finally {
    drive.stop();
    relay.flush();
    onEnded?.();
  }
};

/** An error that the user must resolve fails the task at once; any other is retried. */
export const toTaskError = (error: unknown): unknown =>
  error instanceof JobError ? new TaskFailure(error.message, { cause: error }) : error;
