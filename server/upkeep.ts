import type { Catalogue } from './catalogue.ts';
import { readLocation } from './data-home/location.ts';
import { readOnce } from './database/fresh-cache.ts';
import { createBackupFolder } from './features/backups/folder.ts';
import { createBackupsHandlers } from './features/backups/handlers.ts';
import { createBackupSchedule } from './features/backups/schedule.ts';
import { createBackupsService } from './features/backups/service.ts';
import { createDataDirectoryHandlers } from './features/data-directory/handlers.ts';
import { createLeftoverCopies } from './features/data-directory/leftover-copies.ts';
import { createDataDirectoryService } from './features/data-directory/service.ts';
import { createDataMovesStore } from './features/data-directory/store.ts';
import { createDuplicatesHandlers } from './features/duplicates/handlers.ts';
import { createDuplicatesService } from './features/duplicates/service.ts';
import { createDuplicatesStore } from './features/duplicates/store.ts';
import { createEditsHandlers } from './features/edits/handlers.ts';
import { createDriveWatch } from './features/filesystem/drive-watch.ts';
import { createDrives } from './features/filesystem/drives.ts';
import { createFilesystemService } from './features/filesystem/service.ts';
import { createHealthService } from './features/health/service.ts';
import { createHealthStore } from './features/health/store.ts';
import { createFolderWatch } from './features/libraries/folder-watch.ts';
import { createLibraryPresence } from './features/libraries/library-presence.ts';
import { createLibraryWatcher } from './features/libraries/library-watcher.ts';
import { createScanScheduler } from './features/libraries/scan-scheduler.ts';
import { createReleaseSourcesHandlers } from './features/release-sources/handlers.ts';
import { createPollScheduler } from './features/release-sources/scheduler.ts';
import { createReleaseSourcesService } from './features/release-sources/service.ts';
import { createReleaseSourcesStore } from './features/release-sources/store.ts';
import { createReleasesService } from './features/releases/service.ts';
import { createReleasesStore } from './features/releases/store.ts';
import { createScanHandlers } from './features/scans/handlers.ts';
import { createTrashService } from './features/trash/service.ts';
import { createTrashStore } from './features/trash/store.ts';
import type { Ground } from './ground.ts';
import type { Work } from './work.ts';

interface UpkeepOptions {
  ground: Ground;
  work: Work;
  catalogue: Catalogue;
  /** When the first person came, as a timestamp; null before. */
  inUseSince: () => string | null;
  /** Whether somebody has the application before their eyes. */
  isWatched: () => boolean;
}

/** What keeps the libraries whole and up to date: health, trash, backups, releases, schedules. */
export const createUpkeep = ({ ground, work, catalogue, inUseSince, isWatched }: UpkeepOptions) => {
  const { host, database, settings, bus, cleanup, clock, log, paths } = ground;
  const { executor, removeBooks, queue, scansStore, scans, analysis } = work;
  const { longReads, books, edits, libraries, librariesStore } = catalogue;
  const trash = createTrashService({
    store: createTrashStore(database),
    books,
    removeBooks,
    settings,
    clock,
    log,
  });

  const drives = createDrives(host.drives);
  const filesystem = createFilesystemService({
    drives,
    folders: () => librariesStore.all().map(({ path }) => path),
  });
  const duplicatesStore = createDuplicatesStore(database);
  const duplicates = createDuplicatesService({
    store: duplicatesStore,
    books,
    queue,
  });

  const health = createHealthService({
    store: createHealthStore(database),
    counts: readOnce(database, () => longReads.run('healthCounts')),
    list: (query) => longReads.run('healthIssues', query),
    duplicates: duplicatesStore.count,
    trashDays: () => settings.get('library.trash_retention_days'),
    startAnalysis: analysis.start,
  });

  const releases = createReleasesService({ store: createReleasesStore(database), bus, clock });
  const sourcesStore = createReleaseSourcesStore(database);
  const sources = createReleaseSourcesService({
    store: sourcesStore,
    queue,
    onChange: (id) => pollScheduler.refresh(id),
  });
  const pollScheduler = createPollScheduler({ store: sourcesStore, poll: sources.poll, log });

  const backupFolder = createBackupFolder({
    folders: () => [...new Set([settings.get('backups.folder') || paths.backups, paths.backups])],
  });
  const backupSchedule = createBackupSchedule({
    settings,
    folder: backupFolder,
    inUseSince,
    write: () => queue.enqueue({ task_type: 'backup_database', payload: { reason: 'scheduled' } }),
    log,
  });
  const backups = createBackupsService({
    dataDir: paths.data,
    folder: backupFolder,
    executor,
    queue,
    nextAt: backupSchedule.nextAt,
    restart: host.restart,
    clock,
  });

  const movesStore = createDataMovesStore(database);
  const { dataHome } = host;
  const copies = createLeftoverCopies({
    dataDir: paths.data,
    next: () => (dataHome === undefined ? null : readLocation(dataHome).next),
    store: movesStore,
    bus,
    log,
  });
  const dataDirectory = createDataDirectoryService({
    dataDir: paths.data,
    home: dataHome,
    running: movesStore.running,
    copies,
    queue,
    libraries: librariesStore.all,
    isRemote: filesystem.isRemote,
    restart: host.restart,
  });

  const schedules = createScanScheduler({
    store: librariesStore,
    startScan: scans.start,
    settings,
    bus,
    log,
    clock,
    pausedUntil: host.schedulesPausedUntil ?? null,
  });

  /** Begins the tasks that wait, the schedules and the watching of folders. */
  const start = () => {
    queue.start({
      ...createScanHandlers({
        executor,
        store: scansStore,
        queue,
        bus,
        findsDuplicates: () => settings.get('duplicates.find_after_scan'),
      }),
      ...createDuplicatesHandlers({ executor }),
      ...createEditsHandlers({ edits }),
      ...createBackupsHandlers({
        executor,
        folder: backupFolder,
        keep: () => settings.get('backups.keep'),
        clock,
      }),
      ...createDataDirectoryHandlers({ dataDir: paths.data, home: dataHome, executor }),
      ...createReleaseSourcesHandlers({
        store: sourcesStore,
        releases,
        minConfidence: () => settings.get('releases.min_confidence'),
        allowPrivateAddresses: () => settings.get('releases.allow_private_addresses'),
      }),
    });
    cleanup.add('copies of the data', copies.watch());
    schedules.start();
    cleanup.add('schedules', () => schedules.stop());
    cleanup.add('trash', trash.keep());
    backupSchedule.start();
    cleanup.add('backup schedule', () => backupSchedule.stop());
    const folders = createFolderWatch();
    cleanup.add('watched folders', () => folders.close());
    const watcher = createLibraryWatcher({
      store: librariesStore,
      folders,
      startScan: scans.start,
      isRemote: filesystem.isRemote,
      bus,
      log,
    });
    watcher.start();
    const presence = createLibraryPresence({
      store: librariesStore,
      look: libraries.get,
      startScan: scans.start,
      bus,
      log,
    });
    presence.start();
    cleanup.add('libraries that are away', () => presence.stop());
    const driveWatch = createDriveWatch({
      drives,
      bus,
      isWanted: () => isWatched() || presence.isWaiting(),
    });
    driveWatch.start();
    cleanup.add('watched drives', () => driveWatch.stop());
    cleanup.add('watched libraries', () => watcher.stop());
    pollScheduler.start();
    cleanup.add('release schedules', () => pollScheduler.stop());
  };

  return {
    trash,
    filesystem,
    duplicates,
    health,
    releases,
    sources,
    backups,
    dataDirectory,
    schedules,
    start,
  };
};

export type Upkeep = ReturnType<typeof createUpkeep>;
