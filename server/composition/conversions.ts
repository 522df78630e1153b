import { createConversionsHandlers } from '../features/conversions/handlers.ts';
import { createConversionsService } from '../features/conversions/service.ts';
import { createConversionsStore } from '../features/conversions/store.ts';
import type { AppContext } from './app-context.ts';
import type { BackgroundJobs } from './background-jobs.ts';
import type { LibraryServices } from './library-services.ts';

/** Conversions of files, and the task that works on them. */
export const createConversions = (
  { database, bus, deletionClock }: AppContext,
  { executor, queue }: BackgroundJobs,
  { libraries }: LibraryServices,
) => ({
  conversions: createConversionsService({
    store: createConversionsStore(database),
    ...{ queue, deletionClock },
  }),
  conversionsHandlers: createConversionsHandlers({
    ...{ executor, queue, bus },
    answers: libraries.answers,
  }),
});
