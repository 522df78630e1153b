import { createRepeatedPagesHandlers } from '../features/repeated-pages/handlers.ts';
import { createRepeatedPagesService } from '../features/repeated-pages/service.ts';
import { createRepeatedPagesStore } from '../features/repeated-pages/store.ts';
import type { AppContext } from './app-context.ts';
import type { BackgroundJobs } from './background-jobs.ts';
import type { LibraryServices } from './library-services.ts';

/** Pages that many books have, and the task that finds them. */
export const createRepeatedPages = (
  { database, bus }: AppContext,
  { executor, queue }: BackgroundJobs,
  { libraries }: LibraryServices,
) => ({
  repeatedPages: createRepeatedPagesService({
    store: createRepeatedPagesStore(database),
    ...{ libraries, queue },
  }),
  repeatedPagesHandlers: createRepeatedPagesHandlers({
    ...{ executor, bus },
    answers: libraries.answers,
  }),
});
