import type { Executor } from '../../scanner/jobs.ts';
import type { TaskHandlers } from '../../tasks/kinds.ts';

/** Runs the search for duplicates in the executor. */
export const createDuplicatesHandlers = ({
  executor,
}: {
  executor: Pick<Executor, 'run'>;
}): Pick<TaskHandlers, 'find_duplicates'> => ({
  async find_duplicates({ signal, progress }) {
    let reached = { current: 0, total: 0 };
    const { left_out: count } = await executor.run(
      { kind: 'hash' },
      {
        signal,
        onMessage(message) {
          if (message.type !== 'hash_progress') return;
          reached = message.progress;
          progress(reached.current, reached.total, message.progress.message);
        },
      },
    );
    if (count > 0) progress(reached.current, reached.total, leftOut(count));
  },
});

const leftOut = (count: number): string =>
  count === 1
    ? 'One book was left out, because the folder of its library is not there. Connect its drive and search again.'
    : `${count} books were left out, because the folders of their libraries are not there. Connect their drives and search again.`;
