import type { LibraryServices } from './library-services.ts';
import { startLibraryWatching } from './library-watching.ts';
import { readLocation } from '../data-relocation/location.ts';
import { memoizeUntilWrite } from '../database/write-invalidated-cache.ts';
import { createBackupFolder } from '../features/backups/folder.ts';
import { createBackupsHandlers } from '../features/backups/handlers.ts';
import { createBackupSchedule } from '../features/backups/schedule.ts';
import { createBackupsService } from '../features/backups/service.ts';
import { createDataDirectoryHandlers } from '../features/data-directory/handlers.ts';
import { createOrphanedCopies } from '../features/data-directory/orphaned-copies.ts';
import { createDataDirectoryService } from '../features/data-directory/service.ts';
import { createDataMovesStore } from '../features/data-directory/store.ts';
import { createDrives } from '../features/filesystem/drives.ts';
import { createFilesystemService } from '../features/filesystem/service.ts';
import { createHealthService } from '../features/health/service.ts';
import { createHealthStore } from '../features/health/store.ts';
import { createScanScheduler } from '../features/libraries/scan-scheduler.ts';
import { createImports } from './imports.ts';
import { createIntakeAndDeletions } from './intake-and-deletions.ts';
import { createScanHandlers } from '../features/scans/handlers.ts';
import { createTrashService } from '../features/trash/service.ts';
import { createTrashStore } from '../features/trash/store.ts';
import { createDuplicates } from './duplicates.ts';
import { createFilePlans } from './file-plans.ts';
import { createRepeatedPages } from './repeated-pages.ts';
import { createBins } from './file-bin.ts';
import { createReleases } from './releases.ts';
import { createReprocessing } from './reprocessing.ts';
import type { AppContext } from './app-context.ts';
import type { BackgroundJobs } from './background-jobs.ts';

interface MaintenanceOptions {
  context: AppContext;
  backgroundJobs: BackgroundJobs;
  libraryServices: LibraryServices;
  /** Creation time of the first user; null before. */
  inUseSince: () => string | null;
  /** Whether a client shows the application. */
  isWatched: () => boolean;
}

/** Backups: their folder, their schedule, and the service. */
const createBackups = (
  { host, settings, clock, log, paths, shutdown }: AppContext,
  { executor, queue }: BackgroundJobs,
  { media: { gate } }: LibraryServices,
  inUseSince: MaintenanceOptions['inUseSince'],
) => {
  const backupFolder = createBackupFolder({
    folders: () => [...new Set([settings.get('backups.folder') || paths.backups, paths.backups])],
    gate,
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
  /** Deletes partial backups of an earlier run, and starts the schedule. */
  const startBackups = () => {
    const removal = backupFolder.removeDrafts().catch((error: unknown) => {
      log.warn({ err: error }, 'partial backups not removed');
    });
    shutdown.defer('partial backups', () => removal);
    backupSchedule.start();
    shutdown.defer('backup schedule', () => backupSchedule.stop());
  };
  return { backupFolder, backups, startBackups };
};

/** Problems of books and series. */
const createHealth = (
  { database }: AppContext,
  { analysis }: BackgroundJobs,
  { queryWorker }: LibraryServices,
  duplicates: () => number,
) =>
  createHealthService({
    store: createHealthStore(database),
    counts: memoizeUntilWrite(database, () => queryWorker.run('healthCounts')),
    list: (query) => queryWorker.run('healthIssues', query),
    duplicates,
    startAnalysis: analysis.start,
  });

/** Maintenance services: health, trash, backups, releases, schedules. */
export const createMaintenance = ({
  context,
  backgroundJobs,
  libraryServices,
  inUseSince,
  isWatched,
}: MaintenanceOptions) => {
  const { host, database, settings, bus, shutdown, clock, log, paths } = context;
  const { executor, removeBooks, queue, scansStore, scans } = backgroundJobs;
  const { books, libraries, librariesStore } = libraryServices;
  const trash = createTrashService({
    store: createTrashStore(database),
    books,
    removeBooks,
    settings,
    deletionClock: context.deletionClock,
    log,
  });

  const drives = createDrives(host.drives);
  const filesystem = createFilesystemService({
    drives,
    folders: () => librariesStore.all().map(({ path }) => path),
    ownerOf: context.requester.current,
  });
  const { duplicatesStore, duplicates, setAsideCopies, duplicatesHandlers, startQuietReads } =
    createDuplicates(context, backgroundJobs, libraryServices);

  const { fileBin, binnedFiles } = createBins(context, backgroundJobs, libraryServices);

  const filePlans = createFilePlans(context, backgroundJobs, libraryServices);
  const repeated = createRepeatedPages(context, backgroundJobs, libraryServices);

  const health = createHealth(context, backgroundJobs, libraryServices, duplicatesStore.count);

  const reprocessing = createReprocessing(context, backgroundJobs, libraryServices);
  const releasing = createReleases(context, backgroundJobs, libraryServices.media);

  const { backupFolder, backups, startBackups } = createBackups(
    context,
    backgroundJobs,
    libraryServices,
    inUseSince,
  );

  const movesStore = createDataMovesStore(database);
  const { configuredDataDir } = host;
  const copies = createOrphanedCopies({
    dataDir: paths.data,
    next: () => (configuredDataDir === undefined ? null : readLocation(configuredDataDir).next),
    store: movesStore,
    bus,
    log,
  });
  const dataDirectory = createDataDirectoryService({
    dataDir: paths.data,
    home: configuredDataDir,
    running: movesStore.running,
    copies,
    queue,
    libraries: librariesStore.all,
    isRemote: filesystem.isRemote,
    restart: host.restart,
  });

  const { imports, importsHandlers } = createImports(context, backgroundJobs, libraryServices);

  const intake = createIntakeAndDeletions(context, backgroundJobs, libraryServices, fileBin);

  const schedules = createScanScheduler({
    store: librariesStore,
    startScan: scans.start,
    settings,
    bus,
    log,
    clock,
    pausedUntil: host.schedulesPausedUntil ?? null,
  });

  /** Starts pending tasks, schedules and folder watching. */
  const startBackgroundServices = () => {
    startBackups();
    queue.start({
      ...createScanHandlers({
        executor,
        store: scansStore,
        queue,
        bus,
        findsDuplicates: () => settings.get('duplicates.find_after_scan'),
        quietMs: host.quietMs,
        answers: libraries.answers,
        onScanned: filePlans.onScanned,
      }),
      ...reprocessing.handlers,
      ...duplicatesHandlers,
      ...libraryServices.handlers,
      ...importsHandlers,
      ...intake.handlers,
      ...filePlans.handlers,
      ...repeated.repeatedPagesHandlers,
      ...createBackupsHandlers({
        executor,
        folder: backupFolder,
        keep: () => settings.get('backups.keep'),
        clock,
      }),
      ...createDataDirectoryHandlers({ dataDir: paths.data, home: configuredDataDir, executor }),
      ...releasing.handlers,
    });
    shutdown.defer('quiet hours', startQuietReads());
    shutdown.defer('checks of files', reprocessing.startFileChecks());
    shutdown.defer('copies of the data', copies.watch());
    schedules.start();
    shutdown.defer('schedules', () => schedules.stop());
    shutdown.defer('trash', trash.keep());
    shutdown.defer('copies in bins', setAsideCopies.keep());
    shutdown.defer('bins of libraries', binnedFiles.keep());
    startLibraryWatching(context, {
      librariesStore,
      libraries,
      scans,
      drives,
      isRemote: filesystem.isRemote,
      isWatched,
    });
    releasing.pollScheduler.start();
    shutdown.defer('release schedules', () => releasing.pollScheduler.stop());
  };

  return {
    trash,
    filesystem,
    duplicates,
    setAsideCopies,
    fileBin,
    binnedFiles,
    ...filePlans.services,
    repeatedPages: repeated.repeatedPages,
    health,
    reprocess: reprocessing.service,
    releases: releasing.releases,
    sources: releasing.sources,
    backups,
    imports,
    ...intake.services,
    dataDirectory,
    schedules,
    startBackgroundServices,
  };
};

export type Maintenance = ReturnType<typeof createMaintenance>;
