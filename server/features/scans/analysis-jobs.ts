import type { Executor, Job, JobResults } from '../../jobs/jobs.ts';
import type { EventBus } from '../../lib/event-bus.ts';
import type { TaskContext } from '../../tasks/task-types.ts';
import { runWatchedJob } from './watched-job.ts';

type AnalysisKind = 'analyze' | 'reprocess';

/** Runs a job that reads books of some libraries, as `runWatchedJob`. */
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
  (job, libraryIds, { signal, progress }) =>
    runWatchedJob(job, {
      ...{ executor, bus, signal, progress },
      answers: async () => {
        const all = await Promise.all(libraryIds.map((id) => answers(id)));
        return all.every(Boolean);
      },
    });
