import { dayMs } from '../../../shared/durations.ts';
import type { TaskHandlers } from '../../tasks/task-types.ts';
import type { RunAnalysisJob } from '../scans/analysis-jobs.ts';
import type { FileChecksStore } from './store.ts';

/** How long a check of a file stays valid: a quarter of a year. */
const intervalMs = 91 * dayMs;
/** Maximum read rate, which leaves half of a slow disk's throughput to others. */
const bytesPerSecond = 32 * 1024 * 1024;
/** Books per job; the result of each is saved at once. */
const chunkSize = 50;

/** Checks from before this time are out of date. */
export const checkedBefore = (now: Date): string =>
  new Date(now.getTime() - intervalMs).toISOString();

/** Checks files by reading them in full during the quiet hours; continues in the next ones. */
export const createFileChecksHandlers = ({
  store,
  runJob,
  quietUntil,
  clock,
}: {
  store: FileChecksStore;
  runJob: RunAnalysisJob;
  /** The end of the current quiet hours, ms since the epoch; null outside of them. */
  quietUntil: () => number | null;
  clock: () => Date;
}): Pick<TaskHandlers, 'check_files'> => ({
  async check_files({ signal, progress }) {
    const before = checkedBefore(clock());
    const total = store.count(before);
    let done = 0;
    let after = 0;
    for (;;) {
      signal.throwIfAborted();
      const until = quietUntil();
      const books = until === null ? [] : store.next(before, after, chunkSize);
      const last = books.at(-1);
      if (until === null || last === undefined) return;
      const reached = done;
      await runJob<'reprocess'>(
        {
          kind: 'reprocess',
          action: 'check',
          bookIds: books.map(({ id }) => id),
          until,
          bytesPerSecond,
        },
        [...new Set(books.map(({ library_id }) => library_id))],
        { signal, progress: (current, _, title) => progress(reached + current, total, title) },
      );
      done += books.length;
      after = last.pk;
    }
  },
});
