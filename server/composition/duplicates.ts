import { quietUntil } from '../lib/quiet-hours.ts';
import { createDuplicatesHandlers } from '../features/duplicates/handlers.ts';
import { createCopiesService } from '../features/duplicates/copies-service.ts';
import { createCopiesStore } from '../features/duplicates/copies-store.ts';
import { quietHours, scheduleQuietReads } from '../features/duplicates/quiet-reads.ts';
import { createDuplicatesService } from '../features/duplicates/service.ts';
import { createDuplicatesStore } from '../features/duplicates/store.ts';
import { createSeriesAssignment } from '../scanner/series/series-assignment.ts';
import type { AppContext } from './app-context.ts';
import type { BackgroundJobs } from './background-jobs.ts';
import type { LibraryServices } from './library-services.ts';

/** Duplicates: their list, the search, and the hours in which it reads whole files. */
export const createDuplicates = (
  { database, settings, clock, deletionClock, log }: AppContext,
  { executor, queue, scans }: BackgroundJobs,
  { books, libraries, librariesStore, queryWorker, followUp, media }: LibraryServices,
) => {
  const duplicatesStore = createDuplicatesStore(database);
  const setAsideCopies = createCopiesService({
    store: createCopiesStore(database),
    settle: createSeriesAssignment(database).refreshVisibility,
    follow: followUp,
    isScanning: (id) => ['pending', 'running'].includes(scans.status(id).status),
    settings,
    deletionClock,
    gate: media.gate,
    log,
  });
  return {
    duplicatesStore,
    setAsideCopies,
    duplicates: createDuplicatesService({ store: duplicatesStore, books, queue }),
    duplicatesHandlers: createDuplicatesHandlers({
      executor,
      libraries: librariesStore.all,
      answers: libraries.answers,
      quietUntil: () => quietUntil(clock(), quietHours(settings)),
    }),
    startQuietReads: () =>
      scheduleQuietReads({
        settings,
        hasFilesToRead: () => queryWorker.run('hasFilesToRead'),
        queue,
        log,
      }),
  };
};
