import { JobError, type Executor, type Job, type JobResults } from '../../jobs/jobs.ts';
import type { EventBus } from '../../lib/event-bus.ts';
import { watchDrive } from '../../tasks/drive-watch.ts';
import { TaskFailure, type TaskContext } from '../../tasks/task-types.ts';
import { createEventRelay } from './event-relay.ts';

type AnalysisKind = 'analyze' | 'reprocess';

/**
 * Runs a job that reads books for a task: publishes its changes and its progress, and stops it when
 * the drive of a library hangs.
 */
export type RunAnalysisJob = <Kind extends AnalysisKind>(
  job: Extract<Job, { kind: Kind }>,
  libraryIds: readonly string[],
  context: Pick<TaskContext, 'signal' | 'progress'>,
) => Promise<JobResults[Kind]>;

export const createRunAnalysisJob =
  ({
    executor,
    bus,
    answers,
  }: {
    executor: Pick<Executor, 'run'>;
    bus: EventBus;
    /** Whether the library's folder responds. */
    answers: (libraryId: string) => Promise<boolean>;
  }): RunAnalysisJob =>
  async (job, libraryIds, { signal, progress }) => {
    const relay = createEventRelay(bus);
    const drive = await watchDrive(signal, async () => {
      const all = await Promise.all(libraryIds.map((id) => answers(id)));
      return all.every(Boolean);
    });
    try {
      return await executor.run(job, {
        signal,
        abandon: drive.hangs,
        onMessage(message) {
          if (message.type === 'events') relay.pass(message.events);
          if (message.type === 'analyze_progress') {
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
    }
  };

/** An error that the user must resolve fails the task at once; any other is retried. */
export const toTaskError = (error: unknown): unknown =>
  error instanceof JobError ? new TaskFailure(error.message, { cause: error }) : error;
