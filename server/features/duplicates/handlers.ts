import type { Executor } from '../../scanner/jobs.ts';
import type { TaskHandlers } from '../../tasks/kinds.ts';

/** Runs the search for duplicates in the executor. */
export const createDuplicatesHandlers = ({
  executor,
}: {
  executor: Pick<Executor, 'run'>;
}): Pick<TaskHandlers, 'find_duplicates'> => ({
  async find_duplicates({ signal, progress }) {
    await executor.run(
      { kind: 'hash' },
      {
        signal,
        onMessage(message) {
          if (message.type !== 'hash_progress') return;
          const { current, total, message: title } = message.progress;
          progress(current, total, title);
        },
      },
    );
  },
});
