import type { Drives } from '../features/filesystem/drives.ts';
import { createDriveWatch } from '../features/filesystem/drive-watch.ts';
import { createFolderWatch } from '../features/libraries/folder-watch.ts';
import { createLibraryAvailability } from '../features/libraries/library-availability.ts';
import { createLibraryWatcher } from '../features/libraries/library-watcher.ts';
import type { AppContext } from './app-context.ts';
import type { BackgroundJobs } from './background-jobs.ts';
import type { LibraryServices } from './library-services.ts';

/** Watches the folders of libraries, whether they are there, and the drives. */
export const startLibraryWatching = (
  { bus, log, shutdown }: AppContext,
  {
    librariesStore,
    libraries,
    scans,
    drives,
    isRemote,
    isWatched,
  }: Pick<LibraryServices, 'librariesStore' | 'libraries'> &
    Pick<BackgroundJobs, 'scans'> & {
      drives: Drives;
      isRemote: (path: string) => Promise<boolean>;
      /** Whether a client shows the application. */
      isWatched: () => boolean;
    },
): void => {
  const folders = createFolderWatch();
  shutdown.defer('watched folders', () => folders.close());
  const watcher = createLibraryWatcher({
    store: librariesStore,
    folders,
    startScan: scans.start,
    isRemote,
    bus,
    log,
  });
  watcher.start();
  const presence = createLibraryAvailability({
    store: librariesStore,
    look: libraries.get,
    startScan: scans.start,
    bus,
    log,
  });
  presence.start();
  shutdown.defer('libraries that are away', () => presence.stop());
  const driveWatch = createDriveWatch({
    drives,
    bus,
    isWanted: () => isWatched() || presence.isWaiting(),
  });
  driveWatch.start();
  shutdown.defer('watched drives', () => driveWatch.stop());
  shutdown.defer('watched libraries', () => watcher.stop());
};
