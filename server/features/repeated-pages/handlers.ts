import type { Executor } from '../../jobs/jobs.ts';
import type { EventBus } from '../../lib/event-bus.ts';
import type { TaskHandlers } from '../../tasks/task-types.ts';
import { runWatchedJob } from '../scans/watched-job.ts';

/** Searches a library for pages that many books share, in a thread. */
export const createRepeatedPagesHandlers = ({
  executor,
  bus,
  answers,
}: {
  executor: Pick<Executor, 'run'>;
  bus: EventBus;
  /** Whether the library's folder responds. */
  answers: (libraryId: string) => Promise<boolean>;
}): Pick<TaskHandlers, 'find_repeated_pages'> => ({
  async find_repeated_pages({ task, signal, progress }) {
    const libraryId = task.library_id ?? '';
    await runWatchedJob<'find_repeated'>(
      { kind: 'find_repeated', libraryId },
      { ...{ executor, bus, signal, progress }, answers: () => answers(libraryId) },
    );
  },
});
