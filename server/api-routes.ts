import { streamEvents, streamLive } from '../shared/api/entity-events.ts';
import type { Catalogue } from './catalogue.ts';
import { annotationsRoutes } from './features/annotations/routes.ts';
import { apiKeysRoutes } from './features/api-keys/routes.ts';
import { authRoutes } from './features/auth/routes.ts';
import { backupsRoutes } from './features/backups/routes.ts';
import { booksRoutes } from './features/books/routes.ts';
import { collectionsRoutes } from './features/collections/routes.ts';
import { coversRoutes } from './features/covers/routes.ts';
import { dataDirectoryRoutes } from './features/data-directory/routes.ts';
import { devicesRoutes } from './features/devices/routes.ts';
import { duplicatesRoutes } from './features/duplicates/routes.ts';
import { editsRoutes } from './features/edits/routes.ts';
import { epubRoutes } from './features/epub/routes.ts';
import { exportsRoutes } from './features/exports/routes.ts';
import { createExportsService } from './features/exports/service.ts';
import { facetsRoutes } from './features/facets/routes.ts';
import { filesystemRoutes } from './features/filesystem/routes.ts';
import { foldersRoutes } from './features/folders/routes.ts';
import { healthRoutes } from './features/health/routes.ts';
import { librariesRoutes } from './features/libraries/routes.ts';
import { openedFilesRoutes, withOpenedFiles } from './features/opened-files/routes.ts';
import { organiseRoutes } from './features/organise/routes.ts';
import { pagesRoutes } from './features/pages/routes.ts';
import { pairingRoutes } from './features/pairing/routes.ts';
import type { PairingService } from './features/pairing/service.ts';
import { preferencesRoutes } from './features/preferences/routes.ts';
import type { PreferencesService } from './features/preferences/service.ts';
import { progressRoutes } from './features/progress/routes.ts';
import { readListsRoutes } from './features/read-lists/routes.ts';
import { readingStatsRoutes } from './features/reading-stats/routes.ts';
import { registrationRoutes } from './features/registration/routes.ts';
import { releaseSourcesRoutes } from './features/release-sources/routes.ts';
import { releasesRoutes } from './features/releases/routes.ts';
import { scanReportsRoutes } from './features/scan-reports/routes.ts';
import { scansRoutes } from './features/scans/routes.ts';
import { seriesRoutes } from './features/series/routes.ts';
import { settingsRoutes } from './features/settings/routes.ts';
import type { SettingsService } from './features/settings/service.ts';
import { setupRoutes } from './features/setup/routes.ts';
import { sharingRoutes } from './features/sharing/routes.ts';
import type { SharingService } from './features/sharing/service.ts';
import { smartListsRoutes } from './features/smart-lists/routes.ts';
import { systemRoutes } from './features/system/routes.ts';
import { tasksRoutes } from './features/tasks/routes.ts';
import { trashRoutes } from './features/trash/routes.ts';
import { usersRoutes } from './features/users/routes.ts';
import { wantToReadRoutes } from './features/want-to-read/routes.ts';
import { streamRoute } from './http/route.ts';
import type { Route } from './http/route.ts';
import type { Identity } from './identity.ts';
import type { OpenedFiles } from './opened-files.ts';
import type { Upkeep } from './upkeep.ts';
import type { Work } from './work.ts';

interface Services
  extends
    Pick<Identity, 'auth' | 'users' | 'apiKeys' | 'devices' | 'registration'>,
    Pick<Work, 'scans' | 'tasks'>,
    Catalogue,
    OpenedFiles,
    Upkeep {
  pairing: PairingService;
  sharing: SharingService;
  preferences: PreferencesService;
  settings: SettingsService;
  /** About the server itself. */
  system: Parameters<typeof systemRoutes>[0];
  version: string;
  clock: () => Date;
}

/** Every endpoint of our own API with what answers it. */
export const apiRoutes = (services: Services): Route[] => {
  const { books, series, longReads, openedFiles, openedRoutes, clock } = services;
  const routes = [
    ...setupRoutes(services),
    ...authRoutes(services),
    ...registrationRoutes(services),
    ...usersRoutes(services),
    ...apiKeysRoutes(services),
    ...pairingRoutes(services),
    ...devicesRoutes(services),
    ...librariesRoutes(services),
    ...organiseRoutes(services),
    ...scansRoutes(services),
    ...foldersRoutes({ ...services, list: (...input) => longReads.run('folders', ...input) }),
    ...facetsRoutes({
      series: (...input) => longReads.run('seriesFacets', ...input),
      books: (...input) => longReads.run('bookFacets', ...input),
    }),
    ...scanReportsRoutes(services),
    ...seriesRoutes(services),
    ...booksRoutes(services),
    ...coversRoutes({ choices: services.coverChoices }),
    ...editsRoutes(services),
    ...exportsRoutes({ exports: createExportsService({ series, books, clock }) }),
    ...collectionsRoutes(services),
    ...readListsRoutes(services),
    ...smartListsRoutes(services),
    ...wantToReadRoutes(services),
    ...pagesRoutes(services),
    ...epubRoutes(services),
    ...progressRoutes(services),
    ...annotationsRoutes(services),
    ...readingStatsRoutes(services),
    ...tasksRoutes(services),
    ...trashRoutes(services),
    ...healthRoutes(services),
    ...duplicatesRoutes(services),
    ...releasesRoutes(services),
    ...releaseSourcesRoutes(services),
    ...preferencesRoutes(services),
    ...settingsRoutes(services),
    ...sharingRoutes(services),
    ...openedFilesRoutes(services),
    ...filesystemRoutes(services),
    ...backupsRoutes(services),
    ...dataDirectoryRoutes(services),
    ...systemRoutes(services.system),
    streamRoute(streamEvents),
    streamRoute(streamLive),
  ];
  return withOpenedFiles(routes, openedRoutes, openedFiles);
};
