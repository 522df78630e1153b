import type { TaskHandlers } from '../../tasks/task-types.ts';
import type { RunAnalysisJob } from '../scans/analysis-jobs.ts';
import type { ReprocessStore } from './store.ts';

/** Books for each job; between two, other tasks and a cancellation lose nothing. */
const chunkSize = 500;

/** Processes the books of a task in chunks, and continues where an earlier run stopped. */
export const createReprocessHandlers = ({
  store,
  runJob,
  onCovers,
}: {
  store: Pick<ReprocessStore, 'count' | 'after' | 'keyOfLast'>;
  runJob: RunAnalysisJob;
  /** Called after covers were made again, because caches have the former ones. */
  onCovers: () => void;
}): Pick<TaskHandlers, 'reprocess_books'> => ({
  async reprocess_books({ task, payload: { action, scope }, signal, progress }) {
    const total = store.count(scope);
    let done = Math.min(task.progress.current, total);
    let after = store.keyOfLast(scope, done);
    for (;;) {
      signal.throwIfAborted();
      const books = store.after(scope, after, chunkSize);
      const last = books.at(-1);
      if (last === undefined) break;
      const before = done;
      await runJob<'reprocess'>(
        { kind: 'reprocess', action, bookIds: books.map(({ id }) => id) },
        [...new Set(books.map(({ library_id }) => library_id))],
        { signal, progress: (current, _, title) => progress(before + current, total, title) },
      );
      if (action === 'covers') onCovers();
      done += books.length;
      after = last.pk;
      progress(done, total, '');
    }
  },
});
