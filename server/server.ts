import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { Registry } from 'prom-client';

import { readVersion } from './config/version.ts';
import type { Config } from './config/config.ts';
import { createBus } from './bus.ts';
import { createCleanup } from './cleanup.ts';
import { createChangeMark } from './database/change-mark.ts';
import { closeDatabase, openDatabase } from './database/database.ts';
import { lockDataDir } from './database/data-lock.ts';
import { takeStagedRestore } from './database/restore.ts';
import { annotationsRoutes } from './features/annotations/routes.ts';
import { createAnnotationsService } from './features/annotations/service.ts';
import { createAnnotationsStore } from './features/annotations/store.ts';
import { apiKeysRoutes } from './features/api-keys/routes.ts';
import { createApiKeysService } from './features/api-keys/service.ts';
import { createApiKeysStore } from './features/api-keys/store.ts';
import { createAuthenticator } from './features/auth/authenticator.ts';
import { createRememberCallers } from './features/auth/known-callers.ts';
import { createPasswords } from './features/auth/passwords.ts';
import { authRoutes } from './features/auth/routes.ts';
import { createAuthService } from './features/auth/service.ts';
import { createSessions } from './features/auth/sessions.ts';
import { createAuthStore } from './features/auth/store.ts';
import { createThrottle } from './features/auth/throttle.ts';
import { createTickets } from './features/auth/tickets.ts';
import { createTokens } from './features/auth/tokens.ts';
import { backupFileName, createBackupFolder } from './features/backups/folder.ts';
import { createBackupsHandlers } from './features/backups/handlers.ts';
import { backupsRoutes } from './features/backups/routes.ts';
import { createBackupSchedule } from './features/backups/schedule.ts';
import { createBackupsService } from './features/backups/service.ts';
import { booksRoutes } from './features/books/routes.ts';
import { createBooksService } from './features/books/service.ts';
import { createBooksStore } from './features/books/store.ts';
import { collectionsRoutes } from './features/collections/routes.ts';
import { createCollectionsService } from './features/collections/service.ts';
import { createCollectionsStore } from './features/collections/store.ts';
import { createCoverChoices } from './features/covers/choices.ts';
import { coversRoutes } from './features/covers/routes.ts';
import { createCoversService } from './features/covers/service.ts';
import { createCoversStore } from './features/covers/store.ts';
import { devicesRoutes } from './features/devices/routes.ts';
import { createDevicesService } from './features/devices/service.ts';
import { createDevicesStore } from './features/devices/store.ts';
import { createDuplicatesHandlers } from './features/duplicates/handlers.ts';
import { duplicatesRoutes } from './features/duplicates/routes.ts';
import { createDuplicatesService } from './features/duplicates/service.ts';
import { createDuplicatesStore } from './features/duplicates/store.ts';
import { createEditsHandlers } from './features/edits/handlers.ts';
import { createRecordsStores } from './features/edits/records-store.ts';
import { editsRoutes } from './features/edits/routes.ts';
import { createEditsService } from './features/edits/service.ts';
import { createEditsStore } from './features/edits/store.ts';
import { createProgressionService } from './features/epub/progression.ts';
import { createResources } from './features/epub/resources.ts';
import { epubRoutes } from './features/epub/routes.ts';
import { createEpubService } from './features/epub/service.ts';
import { createEpubStore } from './features/epub/store.ts';
import { exportsRoutes } from './features/exports/routes.ts';
import { createExportsService } from './features/exports/service.ts';
import { facetsRoutes } from './features/facets/routes.ts';
import { foldersRoutes } from './features/folders/routes.ts';
import { filesystemRoutes } from './features/filesystem/routes.ts';
import { createFilesystemService } from './features/filesystem/service.ts';
import { healthRoutes } from './features/health/routes.ts';
import { createHealthService } from './features/health/service.ts';
import { createHealthStore } from './features/health/store.ts';
import { createFolderWatch } from './features/libraries/folder-watch.ts';
import { createLibraryWatcher } from './features/libraries/library-watcher.ts';
import { librariesRoutes } from './features/libraries/routes.ts';
import { createScanScheduler } from './features/libraries/scan-scheduler.ts';
import { createLibrariesService } from './features/libraries/service.ts';
import { createLibrariesStore } from './features/libraries/store.ts';
import { createFollowUp } from './features/organise/follow-up.ts';
import { organiseRoutes } from './features/organise/routes.ts';
import { createOrganiseService } from './features/organise/service.ts';
import { createOrganiseStore } from './features/organise/store.ts';
import { createOrganiseWrites } from './features/organise/writes.ts';
import { pagesRoutes } from './features/pages/routes.ts';
import { createPagesService } from './features/pages/service.ts';
import { createPagesStore } from './features/pages/store.ts';
import { createCodes } from './features/pairing/codes.ts';
import { pairingRoutes } from './features/pairing/routes.ts';
import { createPairingService } from './features/pairing/service.ts';
import { preferencesRoutes } from './features/preferences/routes.ts';
import { createPreferencesService } from './features/preferences/service.ts';
import { createPreferencesStore } from './features/preferences/store.ts';
import { progressRoutes } from './features/progress/routes.ts';
import { createProgressService } from './features/progress/service.ts';
import { createProgressStore } from './features/progress/store.ts';
import { readListsRoutes } from './features/read-lists/routes.ts';
import { createReadListsService } from './features/read-lists/service.ts';
import { createReadListsStore } from './features/read-lists/store.ts';
import { readingStatsRoutes } from './features/reading-stats/routes.ts';
import { createReadingStatsService } from './features/reading-stats/service.ts';
import { createReadingStatsStore } from './features/reading-stats/store.ts';
import { createReleaseSourcesHandlers } from './features/release-sources/handlers.ts';
import { releaseSourcesRoutes } from './features/release-sources/routes.ts';
import { createPollScheduler } from './features/release-sources/scheduler.ts';
import { createReleaseSourcesService } from './features/release-sources/service.ts';
import { createReleaseSourcesStore } from './features/release-sources/store.ts';
import { releasesRoutes } from './features/releases/routes.ts';
import { createReleasesService } from './features/releases/service.ts';
import { createReleasesStore } from './features/releases/store.ts';
import { createAnalysisService } from './features/scans/analysis.ts';
import { createScanControl } from './features/scans/control.ts';
import { createScanHandlers } from './features/scans/handlers.ts';
import { createMailer } from './features/registration/mailer.ts';
import { registrationRoutes } from './features/registration/routes.ts';
import { createRegistrationService } from './features/registration/service.ts';
import { createRegistrationStore } from './features/registration/store.ts';
import { scanReportsRoutes } from './features/scan-reports/routes.ts';
import { createScanReportsService } from './features/scan-reports/service.ts';
import { createScanReportsStore } from './features/scan-reports/store.ts';
import { createUndoStore } from './features/scan-reports/undo-store.ts';
import { scansRoutes } from './features/scans/routes.ts';
import { createScansService } from './features/scans/service.ts';
import { createScansStore } from './features/scans/store.ts';
import { seriesRoutes } from './features/series/routes.ts';
import { createSeriesService } from './features/series/service.ts';
import { createSeriesStore } from './features/series/store.ts';
import { settingsRoutes } from './features/settings/routes.ts';
import { limitsOf } from './features/settings/limits.ts';
import { createSettingsService } from './features/settings/service.ts';
import { createSettingsStore } from './features/settings/store.ts';
import { setupRoutes } from './features/setup/routes.ts';
import { sharingRoutes } from './features/sharing/routes.ts';
import { createSharingService } from './features/sharing/service.ts';
import { createMetrics } from './features/system/metrics.ts';
import { createPrometheusText } from './features/system/prometheus.ts';
import { systemRoutes } from './features/system/routes.ts';
import { createSystemStore } from './features/system/store.ts';
import { tasksRoutes } from './features/tasks/routes.ts';
import { createTasksService } from './features/tasks/service.ts';
import { createTasksStore } from './features/tasks/store.ts';
import { trashRoutes } from './features/trash/routes.ts';
import { createTrashService } from './features/trash/service.ts';
import { createTrashStore } from './features/trash/store.ts';
import { usersRoutes } from './features/users/routes.ts';
import { createUsersService } from './features/users/service.ts';
import { createUsersStore } from './features/users/store.ts';
import { smartListsRoutes } from './features/smart-lists/routes.ts';
import { createSmartListsService } from './features/smart-lists/service.ts';
import { createSmartListsStore } from './features/smart-lists/store.ts';
import { wantToReadRoutes } from './features/want-to-read/routes.ts';
import { createWantToReadService } from './features/want-to-read/service.ts';
import { createWantToReadStore } from './features/want-to-read/store.ts';
import type { Host, RunningServer } from './host.ts';
import { apiDocs } from './http/api-docs.ts';
import { createApp } from './http/app.ts';
import { createGuard } from './http/guard.ts';
import { createHub } from './http/hub.ts';
import { listen } from './http/listen.ts';
import { createOwnAddresses } from './http/own-addresses.ts';
import { createRequestMeter } from './http/request-meter.ts';
import { streamRoute } from './http/route.ts';
import { createLog } from './log.ts';
import { createCoverUploads } from './media/cover-uploads.ts';
import { createImageQueue } from './media/image-queue.ts';
import { createPageSource } from './media/pages/page-source.ts';
import { createPdf } from './media/pdf/pdf.ts';
import { createThumbnails } from './media/thumbnails.ts';
import { createReaderApis } from './reader-apis.ts';
import { createReadThread } from './reads/read-thread.ts';
import { lightHere } from './reads/light-here.ts';
import { createExecutor } from './scanner/executor.ts';
import type { RemoveJob } from './scanner/jobs.ts';
import { createTaskQueue } from './tasks/queue.ts';
import { streamEvents, streamLive } from '../shared/api/entity-events.ts';

/**
 * Starts the whole API host and resolves when it listens. What was taken is given back in reverse
 * order, by `stop` or when the start itself fails. Throws ConfigError, DatabaseError or ListenError
 * with one line for the person.
 */
export const startServer = async (config: Config, host: Host): Promise<RunningServer> => {
  const { data_dir: dataDir, trusted_hosts: trustedHosts } = config.server;
  const addresses = createOwnAddresses(host.networkInterfaces);
  const startedAt = Date.now();
  const clock = () => new Date();
  const log = createLog(config.log);
  const cleanup = createCleanup(log);

  try {
    cleanup.add('data lock', lockDataDir(dataDir));
    const databasePath = join(dataDir, 'octavo.db');
    const thumbnailsDir = join(dataDir, 'thumbnails');
    const archivesDir = join(dataDir, 'cache/archives');
    // What a crash may have left there; nobody else works in a locked data directory.
    rmSync(archivesDir, { recursive: true, force: true });
    const ownBackups = join(dataDir, 'backups');
    const keepAs = join(ownBackups, backupFileName(clock(), 'before-restore'));
    if (takeStagedRestore(dataDir, keepAs)) log.warn({ kept: keepAs }, 'backup restored');
    const database = openDatabase(databasePath);
    cleanup.add('database', () => closeDatabase(database));
    const bus = createBus(clock);
    const settings = createSettingsService({ store: createSettingsStore(database), clock });
    const limits = () => limitsOf(settings);
    const compatPrefix = () => settings.get('compat.prefix');

    // Who is who.
    const authStore = createAuthStore(database);
    const tokens = createTokens(host.secrets);
    const ttlSeconds = () => settings.get('auth.token_ttl_seconds');
    const sessions = createSessions({ store: authStore, tokens, ttlSeconds, clock });
    const passwords = createPasswords();
    const onChange = () => hub.recheck();
    const mustVerify = () => settings.get('auth.require_email_verification');
    const auth = createAuthService({
      store: authStore,
      sessions,
      passwords,
      throttle: createThrottle(),
      tickets: createTickets(clock),
      clock,
      mustVerify,
      onChange,
    });
    const users = createUsersService({
      store: createUsersStore(database),
      passwords,
      clock,
      onChange,
    });
    const apiKeys = createApiKeysService({ store: createApiKeysStore(database), clock, onChange });
    const devices = createDevicesService({
      store: createDevicesStore(database),
      granted: apiKeys.granted,
      clock,
      onChange,
    });
    const mailer = createMailer({ settings });
    cleanup.add('mail', () => mailer.close());
    const registration = createRegistrationService({
      store: createRegistrationStore(database),
      users,
      mailer,
      settings,
      clock,
      log,
    });
    const { checkPassword } = auth;
    const authenticator = createAuthenticator({
      store: authStore,
      sessions,
      apiKeys,
      checkPassword,
      remember: createRememberCallers({ changeMark: createChangeMark(database), clock }),
      onKeyUse: devices.seen,
    });
    const guard = createGuard(authenticator);
    const hub = createHub({ bus, stillValid: authenticator.stillValid });

    // Background work.
    const executor = createExecutor({
      kind: 'thread',
      databasePath,
      thumbnailsDir,
      archivesDir,
      limits,
    });
    cleanup.add('worker threads', () => executor.close());
    const removeBooks = (what: RemoveJob['what']) =>
      executor.run(
        { kind: 'remove', what },
        { signal: new AbortController().signal, onMessage: () => undefined },
      );
    const queue = createTaskQueue({ database, bus, log });
    cleanup.add('tasks', () => queue.stop());
    const scansStore = createScansStore(database);
    const scans = createScansService({ store: scansStore, queue, bus });
    const analysis = createAnalysisService({ store: scansStore, queue });
    const tasks = createTasksService({ store: createTasksStore(database), queue });

    // The library and its readers.
    const pdf = createPdf({ limits });
    const source = createPageSource({ archivesDir, limits, pdf });
    cleanup.add('open books', () => source.close());
    const images = createImageQueue();
    const thumbnails = createThumbnails({ dir: thumbnailsDir, queue: images, limits });
    const uploads = createCoverUploads({ dir: join(dataDir, 'covers'), limits });
    const coversStore = createCoversStore(database);
    const collectionsStore = createCollectionsStore(database);
    const readListsStore = createReadListsStore(database);
    await uploads.sweep(
      (id) =>
        coversStore.hasUpload(id) || collectionsStore.hasUpload(id) || readListsStore.hasUpload(id),
    );
    const covers = createCoversService({ store: coversStore, thumbnails, pages: source, uploads });
    const coverChoices = createCoverChoices({ store: coversStore, uploads, bus });
    const librariesStore = createLibrariesStore(database);
    const libraries = createLibrariesService({
      store: librariesStore,
      bus,
      startScan: scans.start,
      cancelTasks: (id) => queue.cancelLibrary(id),
      removeBooks: (library_id) => removeBooks({ library_id }),
    });
    const booksStore = createBooksStore(database);
    const seriesStore = createSeriesStore(database);
    const longReads = createReadThread({ databasePath });
    const books = createBooksService({
      store: booksStore,
      find: lightHere(booksStore, (...input) => longReads.run('books', ...input)),
      ids: lightHere({ ...booksStore, find: booksStore.ids }, (...input) =>
        longReads.run('bookIds', ...input),
      ),
      letters: lightHere({ ...booksStore, find: booksStore.letters }, (...input) =>
        longReads.run('bookLetters', ...input),
      ),
      startAnalysis: analysis.start,
    });
    const series = createSeriesService({
      store: seriesStore,
      find: lightHere(seriesStore, (...input) => longReads.run('series', ...input)),
      ids: lightHere({ ...seriesStore, find: seriesStore.ids }, (...input) =>
        longReads.run('seriesIds', ...input),
      ),
      letters: lightHere({ ...seriesStore, find: seriesStore.letters }, (...input) =>
        longReads.run('seriesLetters', ...input),
      ),
      startAnalysis: analysis.start,
    });
    const followUp = createFollowUp({ executor, bus, log });
    const organiser = createOrganiseService({
      follow: followUp,
      store: createOrganiseStore(database),
      writes: createOrganiseWrites(database),
      executor,
      bus,
      log,
    });
    const reports = createScanReportsService({
      store: createScanReportsStore(database),
      undoStore: createUndoStore(database),
      follow: followUp,
      startAnalysis: analysis.start,
    });
    const edits = createEditsService({
      store: createEditsStore(database),
      records: createRecordsStores(database),
      series,
      books,
      queue,
      bus,
      clock,
    });
    const pages = createPagesService({
      store: createPagesStore(database),
      source,
      queue: images,
      analyze: analysis.finish,
      limits,
    });
    const epubStore = createEpubStore(database);
    const resources = createResources({ store: epubStore, source, limits });
    const epub = createEpubService({ store: epubStore, books, pages, pdf, resources });
    const collections = createCollectionsService({
      store: collectionsStore,
      series,
      covers,
      uploads,
      changeMark: createChangeMark(database),
      clock,
    });
    const readLists = createReadListsService({
      store: readListsStore,
      books,
      covers,
      uploads,
    });
    const smartLists = createSmartListsService({
      store: createSmartListsStore(database),
      series,
      books,
      clock,
    });
    const wantToRead = createWantToReadService({
      store: createWantToReadStore(database),
      series,
      books,
      clock,
    });
    const progress = createProgressService({
      store: createProgressStore(database),
      bus,
      onRead: devices.reads,
      clock,
    });
    const annotations = createAnnotationsService({
      store: createAnnotationsStore(database),
      bus,
      clock,
    });
    const progression = createProgressionService({ books, epub, progress });
    const readingStats = createReadingStatsService({
      store: createReadingStatsStore(database),
      clock,
    });

    const trash = createTrashService({
      store: createTrashStore(database),
      books,
      removeBooks,
      settings,
      clock,
      log,
    });

    const filesystem = createFilesystemService();
    const duplicatesStore = createDuplicatesStore(database);
    const duplicates = createDuplicatesService({
      store: duplicatesStore,
      books,
      queue,
    });

    const health = createHealthService({
      store: createHealthStore(database),
      counts: () => longReads.run('healthCounts'),
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
    const pollScheduler = createPollScheduler({ store: sourcesStore, poll: sources.poll });

    const backupFolder = createBackupFolder({
      folders: () => [...new Set([settings.get('backups.folder') || ownBackups, ownBackups])],
    });
    const backupSchedule = createBackupSchedule({
      settings,
      folder: backupFolder,
      inUseSince: authStore.inUseSince,
      write: () =>
        queue.enqueue({ task_type: 'backup_database', payload: { reason: 'scheduled' } }),
      log,
    });
    const backups = createBackupsService({
      dataDir,
      folder: backupFolder,
      executor,
      queue,
      nextAt: backupSchedule.nextAt,
      restart: host.restart,
      clock,
    });

    const preferences = createPreferencesService({
      store: createPreferencesStore(database),
      clock,
    });

    const sharing = createSharingService({
      config,
      settings,
      addresses,
      secrets: host.secrets,
      bus,
      clock,
      log,
    });

    const pairing = createPairingService({
      codes: createCodes(clock),
      apiKeys,
      devices,
      user: auth.activeUser,
      beginSession: auth.beginDevice,
      throttle: createThrottle(),
      addresses: () => {
        const shared = sharing.state().addresses.map((address) => address.url);
        return shared.length > 0 ? shared : [url];
      },
      compatPrefix,
      bus,
    });

    const registry = new Registry();
    const meter = createRequestMeter(registry);
    const metrics = createMetrics({
      store: createSystemStore(database),
      taskStats: tasks.stats,
      meter,
      startedAt,
    });

    const maxBodyBytes = () => settings.get('server.max_body_bytes');
    const version = readVersion();
    const readerApis = createReaderApis({
      database,
      longReads,
      auth,
      authenticator,
      guard,
      hub,
      preferences,
      libraries,
      series,
      books,
      collections,
      readLists,
      covers,
      pages,
      epub,
      progress,
      progression,
      secrets: host.secrets,
      compatPrefix,
      maxBodyBytes,
      version,
      clock,
      log,
    });

    const app = createApp({
      routes: [
        ...setupRoutes({ auth, registration, version }),
        ...authRoutes({ auth }),
        ...registrationRoutes({ registration }),
        ...usersRoutes({ users }),
        ...apiKeysRoutes({ apiKeys }),
        ...pairingRoutes({ pairing }),
        ...devicesRoutes({ devices }),
        ...librariesRoutes({ libraries, covers }),
        ...organiseRoutes({ organiser }),
        ...scansRoutes({ scans }),
        ...foldersRoutes({
          list: (...input) => longReads.run('folders', ...input),
          books,
          libraries,
        }),
        ...facetsRoutes({
          series: (...input) => longReads.run('seriesFacets', ...input),
          books: (...input) => longReads.run('bookFacets', ...input),
        }),
        ...scanReportsRoutes({ reports }),
        ...seriesRoutes({ series, books, covers, progress }),
        ...booksRoutes({ books, covers }),
        ...coversRoutes({ choices: coverChoices }),
        ...editsRoutes({ edits }),
        ...exportsRoutes({ exports: createExportsService({ series, books, clock }) }),
        ...collectionsRoutes({ collections }),
        ...readListsRoutes({ readLists }),
        ...smartListsRoutes({ smartLists }),
        ...wantToReadRoutes({ wantToRead }),
        ...pagesRoutes({ pages }),
        ...epubRoutes({ epub }),
        ...progressRoutes({ progress, books }),
        ...annotationsRoutes({ annotations }),
        ...readingStatsRoutes({ readingStats }),
        ...tasksRoutes({ tasks }),
        ...trashRoutes({ trash }),
        ...healthRoutes({ health }),
        ...duplicatesRoutes({ duplicates }),
        ...releasesRoutes({ releases }),
        ...releaseSourcesRoutes({ sources }),
        ...preferencesRoutes({ preferences }),
        ...settingsRoutes({ settings }),
        ...sharingRoutes({ sharing }),
        ...filesystemRoutes({ filesystem }),
        ...backupsRoutes({ backups }),
        ...systemRoutes({
          version,
          startedAt,
          databaseAnswers: authStore.answers,
          metrics,
          prometheusText: createPrometheusText(registry),
        }),
        streamRoute(streamEvents),
        streamRoute(streamLive),
      ],
      guard,
      hub,
      log,
      hosts: { addresses, names: () => [...trustedHosts, ...sharing.hostNames()] },
      maxBodyBytes,
      mounts: readerApis,
      meter,
      docs: config.api.enable_api_docs ? apiDocs(config.api.api_docs_path, version) : null,
      webRoot: host.webRoot,
    });
    const { url, port, close } = await listen(app, config);
    cleanup.add('requests', close);
    cleanup.add('event streams', () => hub.close());
    cleanup.add('sharing', () => sharing.stop());
    await sharing.start(app, port);
    // Before the requests, which would wait for it.
    cleanup.add('long reads', () => longReads.close());

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
      ...createReleaseSourcesHandlers({
        store: sourcesStore,
        releases,
        minConfidence: () => settings.get('releases.min_confidence'),
        allowPrivateAddresses: () => settings.get('releases.allow_private_addresses'),
      }),
    });
    const scheduler = createScanScheduler({
      store: librariesStore,
      startScan: scans.start,
      settings,
      bus,
      log,
    });
    scheduler.start();
    cleanup.add('schedules', () => scheduler.stop());
    cleanup.add('trash', trash.keep());
    backupSchedule.start();
    cleanup.add('backup schedule', () => backupSchedule.stop());
    const folders = createFolderWatch();
    cleanup.add('watched folders', () => folders.close());
    const watcher = createLibraryWatcher({
      store: librariesStore,
      folders,
      startScan: scans.start,
      look: libraries.get,
      isRemote: filesystem.isRemote,
      bus,
      log,
    });
    watcher.start();
    cleanup.add('watched libraries', () => watcher.stop());
    pollScheduler.start();
    cleanup.add('release schedules', () => pollScheduler.stop());
    log.info({ url, version, data_dir: dataDir, ms: Date.now() - startedAt }, 'server started');

    return {
      url,
      port,
      control: {
        setupRequired: () => !auth.hasUsers(),
        issueTicket: auth.issueTicket,
        libraries: () => scansStore.libraries(),
        scans: createScanControl({ store: scansStore, scans, bus }),
        sharing: {
          state: sharing.state,
          turn: async (enabled) => {
            await sharing.update({ enabled }, { by: 'the desktop', reason: null });
          },
          onChange: sharing.onChange,
        },
      },
      async stop() {
        await cleanup.run();
        log.info('server stopped');
      },
    };
  } catch (error) {
    await cleanup.run();
    throw error;
  }
};
