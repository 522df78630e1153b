import type { Executor } from '../../jobs/jobs.ts';
import { watchDrive } from '../../tasks/drive-watch.ts';
import type { TaskHandlers } from '../../tasks/task-types.ts';
import { toTaskError } from '../scans/analysis-jobs.ts';

/** Searches a library for pages that many books have, in a thread. */
export const createRepeatedPagesHandlers = ({
  executor,
  answers,
}: {
  executor: Pick<Executor, 'run'>;
  /** Whether the library's folder responds. */
  answers: (libraryId: string) => Promise<boolean>;
}): Pick<TaskHandlers, 'find_repeated_pages'> => ({
  async find_repeated_pages({ task, signal, progress }) {
    const libraryId = task.library_id ?? '';
    const drive = await watchDrive(signal, () => answers(libraryId));
    try {
      await executor.run(
        { kind: 'find_repeated', libraryId },
        {
          signal,
          abandon: drive.hangs,
          onMessage: (message) => {
            if (message.type !== 'hash_progress') return;
            const { current, total, message: title } = message.progress;
            progress(current, total, title);
          },
        },
      );
    } catch (error) {
      throw toTaskError(error);
    } finally {
      drive.stop();
    }
  },
});
