import { createFileDeletionsHandlers } from '../features/file-deletions/handlers.ts';
import { createFileDeletionsService } from '../features/file-deletions/service.ts';
import { createFileDeletionsStore } from '../features/file-deletions/store.ts';
import type { FileBin } from '../scanner/file-bin/file-bin.ts';
import { createSeriesAssignment } from '../scanner/series/series-assignment.ts';
import type { AppContext } from './app-context.ts';
import type { BackgroundJobs } from './background-jobs.ts';
import type { LibraryServices } from './library-services.ts';

/** Deleting books with their files. */
export const createFileDeletions = (
  { database, settings, deletionClock }: AppContext,
  { queue }: BackgroundJobs,
  { followUp, media }: LibraryServices,
  bin: FileBin,
) => {
  const store = createFileDeletionsStore(database);
  return {
    fileDeletions: createFileDeletionsService({ store, queue, settings, deletionClock }),
    fileDeletionsHandlers: createFileDeletionsHandlers({
      ...{ store, bin, gate: media.gate, follow: followUp },
      settle: createSeriesAssignment(database).refreshVisibility,
    }),
  };
};
