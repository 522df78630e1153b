import { createLibraryRemovals } from '../features/libraries/removal.ts';
import { createLibrariesService } from '../features/libraries/service.ts';
import type { LibrariesStore } from '../features/libraries/store.ts';
import { withTimeout } from '../lib/with-timeout.ts';
import { writeBinIndex } from '../scanner/file-bin/bin-index.ts';
import { createBinStore } from '../scanner/file-bin/bin-store.ts';
import { type AppContext, ownFolders } from './app-context.ts';
import type { BackgroundJobs } from './background-jobs.ts';

/** Time for the drive of a library to take a small file, ms. */
const binIndexMs = 5000;

/** The libraries, and the task that removes one. */
export const createLibraries = (
  context: AppContext,
  { queue, removeBooks, scans }: BackgroundJobs,
  parts: { store: LibrariesStore } & Pick<
    Parameters<typeof createLibrariesService>[0],
    'isSilent' | 'filesOf'
  >,
) => {
  const { bus, database, paths } = context;
  const binStore = createBinStore(database);
  const removals = createLibraryRemovals({
    ...{ store: parts.store, bus, queue },
    removeBooks: (library_id, options) => removeBooks({ library_id }, options),
    // A drive that hangs or cannot be written does not keep its library.
    leaveBin: (id, root) =>
      withTimeout(
        writeBinIndex(root, binStore.pathsIn(id)).catch(() => undefined),
        binIndexMs,
        undefined,
      ),
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
