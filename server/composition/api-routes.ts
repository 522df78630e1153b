import { streamEvents, streamLive } from '../../shared/api/entity-events.ts';
import type { LibraryServices } from './library-services.ts';
import { annotationsRoutes } from '../features/annotations/routes.ts';
import { apiKeysRoutes } from '../features/api-keys/routes.ts';
import { authRoutes } from '../features/auth/routes.ts';
import { backupsRoutes } from '../features/backups/routes.ts';
import { booksRoutes } from '../features/books/routes.ts';
import { collectionsRoutes } from '../features/collections/routes.ts';
import { conversionsRoutes } from '../features/conversions/routes.ts';
import { uploadedCoversRoutes } from '../features/covers/uploaded-covers.ts';
import { coversRoutes } from '../features/covers/routes.ts';
import { creatorsRoutes } from '../features/creators/routes.ts';
import { dataDirectoryRoutes } from '../features/data-directory/routes.ts';
import { devicesRoutes } from '../features/devices/routes.ts';
import { downloadsRoutes } from '../features/downloads/routes.ts';
import { duplicatesRoutes } from '../features/duplicates/routes.ts';
import { editsRoutes } from '../features/edits/routes.ts';
import { epubRoutes } from '../features/epub/routes.ts';
import { exportsRoutes } from '../features/exports/routes.ts';
import { createExportsService } from '../features/exports/service.ts';
import { facetsRoutes } from '../features/facets/routes.ts';
import { fileBinRoutes } from '../features/file-bin/routes.ts';
import { filesystemRoutes } from '../features/filesystem/routes.ts';
import { followedSeriesRoutes } from '../features/followed-series/routes.ts';
import { foldersRoutes } from '../features/folders/routes.ts';
import { fontsRoutes } from '../features/fonts/routes.ts';
import { healthRoutes } from '../features/health/routes.ts';
import { koboRoutes } from '../features/kobo/routes.ts';
import type { KoboService } from '../features/kobo/service.ts';
import { librariesRoutes } from '../features/libraries/routes.ts';
import { bookMailRoutes } from '../features/book-mail/routes.ts';
import { bookFeedsRoutes } from '../features/book-feeds/routes.ts';
import { metadataWritesRoutes } from '../features/metadata-writes/routes.ts';
import { notificationsRoutes } from '../features/notifications/routes.ts';
import { withOpenedFiles } from '../features/opened-files/book-source.ts';
import { openedFilesRoutes } from '../features/opened-files/routes.ts';
import { organiseRoutes } from '../features/organise/routes.ts';
import { pagesRoutes } from '../features/pages/routes.ts';
import { passkeysRoutes } from '../features/passkeys/routes.ts';
import { passwordResetRoutes } from '../features/password-reset/routes.ts';
import { pairingRoutes } from '../features/pairing/routes.ts';
import type { PairingService } from '../features/pairing/service.ts';
import { preferencesRoutes } from '../features/preferences/routes.ts';
import type { PreferencesService } from '../features/preferences/service.ts';
import { progressRoutes } from '../features/progress/routes.ts';
import { fileDeletionsRoutes } from '../features/file-deletions/routes.ts';
import { repeatedPagesRoutes } from '../features/repeated-pages/routes.ts';
import { intakeRoutes } from '../features/intake/routes.ts';
import { importsRoutes } from '../features/imports/routes.ts';
import { dataExportRoutes } from '../features/data-export/routes.ts';
import { ratingsRoutes } from '../features/ratings/routes.ts';
import { readListsRoutes } from '../features/read-lists/routes.ts';
import { readingsRoutes } from '../features/readings/routes.ts';
import { readingStatsRoutes } from '../features/reading-stats/routes.ts';
import { registrationRoutes } from '../features/registration/routes.ts';
import { reprocessRoutes } from '../features/reprocess/routes.ts';
import { releaseSourcesRoutes } from '../features/release-sources/routes.ts';
import { releasesRoutes } from '../features/releases/routes.ts';
import { scanReportsRoutes } from '../features/scan-reports/routes.ts';
import { scansRoutes } from '../features/scans/routes.ts';
import { secondFactorRoutes } from '../features/second-factor/routes.ts';
import { seriesRoutes } from '../features/series/routes.ts';
import { sessionsRoutes } from '../features/sessions/routes.ts';
import { settingsRoutes } from '../features/settings/routes.ts';
import type { SettingsService } from '../features/settings/service.ts';
import { setupRoutes } from '../features/setup/routes.ts';
import { sharingRoutes } from '../features/sharing/routes.ts';
import { singleSignOnRoutes } from '../features/single-sign-on/routes.ts';
import type { SharingService } from '../features/sharing/types.ts';
import { signInsRoutes } from '../features/sign-ins/routes.ts';
import { smartListsRoutes } from '../features/smart-lists/routes.ts';
import { systemRoutes } from '../features/system/routes.ts';
import { tasksRoutes } from '../features/tasks/routes.ts';
import { trashRoutes } from '../features/trash/routes.ts';
import { uploadsRoutes } from '../features/uploads/routes.ts';
import { usersRoutes } from '../features/users/routes.ts';
import { volumesRoutes } from '../features/volumes/routes.ts';
import { wantToReadRoutes } from '../features/want-to-read/routes.ts';
import { streamRoute } from '../http/api/route.ts';
import type { Route } from '../http/api/route.ts';
import type { AuthServices } from './auth-services.ts';
import type { OpenedFiles } from './opened-files.ts';
import type { Maintenance } from './maintenance.ts';
import type { Notifications } from './notifications.ts';
import type { BackgroundJobs } from './background-jobs.ts';

interface ApiRoutesOptions {
  authServices: Pick<
    AuthServices,
    | 'auth'
    | 'users'
    | 'ownSessions'
    | 'signIns'
    | 'secondFactor'
    | 'passkeys'
    | 'passwordReset'
    | 'apiKeys'
    | 'devices'
    | 'registration'
    | 'singleSignOn'
  >;
  backgroundJobs: Pick<BackgroundJobs, 'scans' | 'tasks'>;
  libraryServices: LibraryServices;
  opened: OpenedFiles;
  maintenance: Maintenance;
  notifications: Pick<
    Notifications,
    'followedSeries' | 'notifications' | 'bookFeedLinks' | 'bookMail'
  >;
  pairing: PairingService;
  kobos: KoboService;
  sharing: SharingService;
  preferences: PreferencesService;
  settings: SettingsService;
  /** Services for the endpoints about the server itself. */
  system: Parameters<typeof systemRoutes>[0];
  version: string;
  clock: () => Date;
}

/** Every endpoint of our own API, bound to the service that handles it. */
export const apiRoutes = ({
  authServices,
  backgroundJobs,
  libraryServices,
  opened,
  maintenance,
  notifications,
  pairing,
  kobos,
  sharing,
  preferences,
  settings,
  system,
  version,
  clock,
}: ApiRoutesOptions): Route[] => {
  const { auth, users, apiKeys, devices, registration, passwordReset, passkeys } = authServices;
  const { books, series, covers, libraries, progress, queryWorker } = libraryServices;
  const routes = [
    ...setupRoutes({ auth, registration, passwordReset, passkeys, version }),
    ...authRoutes({ auth }),
    ...registrationRoutes({ registration }),
    ...singleSignOnRoutes(authServices.singleSignOn),
    ...usersRoutes({ users }),
    ...sessionsRoutes({ sessions: authServices.ownSessions }),
    ...secondFactorRoutes(authServices),
    ...signInsRoutes(authServices),
    ...passkeysRoutes({ passkeys }),
    ...passwordResetRoutes({ passwordReset }),
    ...apiKeysRoutes({ apiKeys }),
    ...pairingRoutes({ pairing }),
    ...devicesRoutes({ devices }),
    ...koboRoutes({ kobos }),
    ...librariesRoutes({ libraries, covers }),
    ...uploadsRoutes({ uploads: libraryServices.bookUploads }),
    ...metadataWritesRoutes(maintenance),
    ...organiseRoutes({ organiser: libraryServices.organiser }),
    ...scansRoutes({ scans: backgroundJobs.scans }),
    ...foldersRoutes({
      list: (...input) => queryWorker.run('folders', ...input),
      books,
      libraries,
    }),
    ...facetsRoutes({
      series: (...input) => queryWorker.run('seriesFacets', ...input),
      books: (...input) => queryWorker.run('bookFacets', ...input),
    }),
    ...scanReportsRoutes({ reports: libraryServices.reports }),
    ...seriesRoutes({ series, books, covers, progress }),
    ...volumesRoutes({ volumes: libraryServices.volumes }),
    ...booksRoutes({ books, formats: libraryServices.formats, covers }),
    ...coversRoutes({ choices: libraryServices.coverChoices }),
    ...uploadedCoversRoutes({
      books: libraryServices.coverChoices.kept.book,
      series: libraryServices.coverChoices.kept.series,
      collections: libraryServices.collections.uploadedCovers,
      readLists: libraryServices.readLists.uploadedCovers,
    }),
    ...creatorsRoutes({ creators: libraryServices.creators }),
    ...editsRoutes({ edits: libraryServices.edits }),
    ...reprocessRoutes({ reprocess: maintenance.reprocess }),
    ...dataExportRoutes(libraryServices),
    ...exportsRoutes({ exports: createExportsService({ series, books, clock }) }),
    ...collectionsRoutes({ collections: libraryServices.collections }),
    ...readListsRoutes({ readLists: libraryServices.readLists }),
    ...downloadsRoutes({ downloads: libraryServices.downloads }),
    ...smartListsRoutes({ smartLists: libraryServices.smartLists }),
    ...wantToReadRoutes({ wantToRead: libraryServices.wantToRead }),
    ...ratingsRoutes({ ratings: libraryServices.ratings }),
    ...followedSeriesRoutes(notifications),
    ...notificationsRoutes(notifications),
    ...bookFeedsRoutes(notifications),
    ...bookMailRoutes(notifications),
    ...pagesRoutes({ pages: libraryServices.pages, pageTexts: libraryServices.pageTexts }),
    ...epubRoutes({ epub: libraryServices.epub }),
    ...progressRoutes({ progress, books, devices }),
    ...annotationsRoutes({ annotations: libraryServices.annotations }),
    ...readingStatsRoutes(libraryServices),
    ...fontsRoutes(libraryServices),
    ...readingsRoutes(libraryServices),
    ...tasksRoutes({ tasks: backgroundJobs.tasks }),
    ...trashRoutes({ trash: maintenance.trash }),
    ...healthRoutes({ health: maintenance.health }),
    ...duplicatesRoutes(maintenance),
    ...fileBinRoutes(maintenance),
    ...conversionsRoutes(maintenance),
    ...repeatedPagesRoutes(maintenance),
    ...releasesRoutes({ releases: maintenance.releases }),
    ...releaseSourcesRoutes({ sources: maintenance.sources }),
    ...preferencesRoutes({ preferences }),
    ...settingsRoutes({ settings }),
    ...sharingRoutes({ sharing }),
    ...openedFilesRoutes({ openedFiles: opened.openedFiles }),
    ...filesystemRoutes({ filesystem: maintenance.filesystem }),
    ...backupsRoutes({ backups: maintenance.backups }),
    ...importsRoutes({ imports: maintenance.imports }),
    ...intakeRoutes(maintenance),
    ...fileDeletionsRoutes(maintenance),
    ...dataDirectoryRoutes({ dataDirectory: maintenance.dataDirectory }),
    ...systemRoutes(system),
    streamRoute(streamEvents),
    streamRoute(streamLive),
  ];
  return withOpenedFiles(routes, opened.openedRoutes, opened.openedFiles);
};
