import { createReprocessHandlers } from '../features/reprocess/handlers.ts';
import { createReprocessService } from '../features/reprocess/service.ts';
import { createReprocessStore } from '../features/reprocess/store.ts';
import { createRunAnalysisJob } from '../features/scans/analysis-jobs.ts';
import type { AppContext } from './app-context.ts';
import type { BackgroundJobs } from './background-jobs.ts';
import { createFileChecks } from './file-checks.ts';
import type { LibraryServices } from './library-services.ts';

/** Reading books again, on demand and in the quiet hours. */
export const createReprocessing = (
  context: AppContext,
  backgroundJobs: BackgroundJobs,
  libraryServices: LibraryServices,
) => {
  const { database, bus } = context;
  const { executor, queue } = backgroundJobs;
  const { edits, libraries, covers } = libraryServices;
  const store = createReprocessStore(database);
  const fileChecks = createFileChecks(context, backgroundJobs, libraryServices);
  return {
    service: createReprocessService({ store, edits, queue }),
    handlers: {
      ...createReprocessHandlers({
        store,
        runJob: createRunAnalysisJob({ executor, bus, answers: libraries.answers }),
        onCovers: covers.clearCache,
      }),
      ...fileChecks.handlers,
    },
    startFileChecks: fileChecks.start,
  };
};
