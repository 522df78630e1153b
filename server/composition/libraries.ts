import { createLibraryRemovals } from '../features/libraries/removal.ts';
import { createLibrariesService } from '../features/libraries/service.ts';
import type { LibrariesStore } from '../features/libraries/store.ts';
import { type AppContext, ownFolders } from './app-context.ts';
import type { BackgroundJobs } from './background-jobs.ts';

/** The libraries, and the task that removes one. */
export const createLibraries = (
  context: AppContext,
  { queue, removeBooks, scans }: BackgroundJobs,
  parts: { store: LibrariesStore } & Pick<
    Parameters<typeof createLibrariesService>[0],
    'isSilent' | 'filesOf'
  >,
) => {
  const { bus, paths } = context;
  const removals = createLibraryRemovals({
    ...{ store: parts.store, bus, queue },
    removeBooks: (library_id, options) => removeBooks({ library_id }, options),
  });
  const libraries = createLibrariesService({
    ...parts,
    bus,
    startScan: scans.start,
    cancelTasks: (id) => queue.cancelLibrary(id),
    removeLibrary: removals.run,
    copyFolder: paths.archives,
    ownFolders: () => ownFolders(context),
  });
  return { libraries, removalHandlers: removals.handlers };
};
