import { createConversionsHandlers } from '../features/conversions/handlers.ts';
import { createConversionsService } from '../features/conversions/service.ts';
import { createConversionsStore } from '../features/conversions/store.ts';
import { createRepeatedPagesHandlers } from '../features/repeated-pages/handlers.ts';
import { createRepeatedPagesService } from '../features/repeated-pages/service.ts';
import { createRepeatedPagesStore } from '../features/repeated-pages/store.ts';
import type { AppContext } from './app-context.ts';
import type { BackgroundJobs } from './background-jobs.ts';
import type { LibraryServices } from './library-services.ts';

/** Conversions of files, pages that they can remove, and the tasks that work on them. */
export const createConversions = (
  { database, bus, deletionClock }: AppContext,
  { executor, queue }: BackgroundJobs,
  { libraries }: LibraryServices,
) => ({
  conversions: createConversionsService({
    store: createConversionsStore(database),
    ...{ queue, deletionClock },
  }),
  repeatedPages: createRepeatedPagesService({
    store: createRepeatedPagesStore(database),
    queue,
  }),
  conversionsHandlers: {
    ...createConversionsHandlers({
      ...{ executor, queue, bus },
      answers: libraries.answers,
    }),
    ...createRepeatedPagesHandlers({ executor, answers: libraries.answers }),
  },
});
