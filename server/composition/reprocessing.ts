import { createReprocessHandlers } from '../features/reprocess/handlers.ts';
import { createReprocessService } from '../features/reprocess/service.ts';
import { createReprocessStore } from '../features/reprocess/store.ts';
import { createRunAnalysisJob } from '../features/scans/analysis-jobs.ts';
import type { AppContext } from './app-context.ts';
import type { BackgroundJobs } from './background-jobs.ts';
import type { LibraryServices } from './library-services.ts';

/** Reading books again. */
export const createReprocessing = (
  { database, bus }: AppContext,
  { executor, queue }: BackgroundJobs,
  { edits, libraries, covers }: LibraryServices,
) => {
  const store = createReprocessStore(database);
  return {
    service: createReprocessService({ store, edits, queue }),
    handlers: createReprocessHandlers({
      store,
      runJob: createRunAnalysisJob({ executor, bus, answers: libraries.answers }),
      onCovers: covers.clearCache,
    }),
  };
};
