import { inEachQuietHour, quietHours } from '../features/duplicates/quiet-reads.ts';
import { checkedBefore, createFileChecksHandlers } from '../features/file-checks/handlers.ts';
import { createFileChecksStore } from '../features/file-checks/store.ts';
import { createRunAnalysisJob } from '../features/scans/analysis-jobs.ts';
import { quietUntil } from '../lib/quiet-hours.ts';
import type { AppContext } from './app-context.ts';
import type { BackgroundJobs } from './background-jobs.ts';
import type { LibraryServices } from './library-services.ts';

/** The check of whole files, in the quiet hours. */
export const createFileChecks = (
  { database, settings, bus, clock, log }: AppContext,
  { executor, queue }: BackgroundJobs,
  { libraries }: LibraryServices,
) => {
  const store = createFileChecksStore(database);
  return {
    handlers: createFileChecksHandlers({
      store,
      runJob: createRunAnalysisJob({ executor, bus, answers: libraries.answers }),
      quietUntil: () => quietUntil(clock(), quietHours(settings)),
      clock,
    }),
    start: () =>
      inEachQuietHour(settings, async () => {
        try {
          if (store.next(checkedBefore(clock()), 0, 1).length > 0)
            queue.enqueue({ task_type: 'check_files' });
        } catch (error) {
          log.error({ err: error }, 'check of files not started');
        }
        await Promise.resolve();
      }),
  };
};
