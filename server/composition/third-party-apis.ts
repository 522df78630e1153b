import type { RequestHandler } from 'express';

import { callerOf } from '../features/auth/callers.ts';
import { takeKoboToken } from '../features/kobo/token.ts';
import type { PreferencesService } from '../features/preferences/service.ts';
import type { AppContext } from './app-context.ts';
import type { AuthServices } from './auth-services.ts';
import type { BackgroundJobs } from './background-jobs.ts';
import type { LibraryServices } from './library-services.ts';
import type { Notifications } from './notifications.ts';
import type { Maintenance } from './maintenance.ts';
import { mergeSlashes } from '../http/net/merge-slashes.ts';
import { lazyMount } from '../http/api/lazy-mount.ts';
import type { ThirdPartyApisOptions } from './types.ts';

interface ThirdPartyApisParts {
  context: AppContext;
  authServices: AuthServices;
  backgroundJobs: Pick<BackgroundJobs, 'queue' | 'scans' | 'tasks'>;
  libraryServices: LibraryServices;
  notifications: Pick<Notifications, 'bookFeedLinks' | 'bookFeedsStore'>;
  maintenance: Pick<Maintenance, 'trash' | 'filesystem'>;
  preferences: PreferencesService;
  maxBodyBytes: () => number;
  port: () => number;
  version: string;
  builtAt: Date;
}

/**
 * APIs for other programs: the Komga API, OPDS, KOReader sync, Kobo sync and feeds of new books. Each loads with its first
 * request.
 */
export const createThirdPartyApis = (parts: ThirdPartyApisParts): RequestHandler[] => {
  const options = optionsFrom(parts);
  const { komgaPrefix } = options;
  const opdsPaths = () => ['opds', `${komgaPrefix()}/opds`];
  return [
    mergeSlashes(opdsPaths),
    lazyMount(opdsPaths, async () =>
      (await import('../features/opds/opds.ts')).createOpdsApi(options),
    ),
    lazyMount(
      () => [komgaPrefix()],
      async () => (await import('./komga-api.ts')).createKomgaApi(options),
    ),
    lazyMount(
      () => ['koreader'],
      async () => (await import('./koreader-api.ts')).createKoreaderApi(options),
    ),
    takeKoboToken,
    lazyMount(
      () => ['kobo'],
      async () => (await import('./kobo-api.ts')).createKoboApi(options),
    ),
    lazyMount(
      () => ['feeds'],
      async () => (await import('../features/book-feeds/router.ts')).bookFeeds(options.bookFeeds),
    ),
  ];
};

const optionsFrom = ({
  context,
  authServices,
  backgroundJobs,
  libraryServices,
  notifications,
  maintenance,
  ...rest
}: ThirdPartyApisParts): ThirdPartyApisOptions => ({
  database: context.database,
  writeLock: context.writeLock,
  lateWrite: context.lateWrite,
  queryWorker: libraryServices.queryWorker,
  auth: authServices.auth,
  users: authServices.users,
  apiKeys: authServices.apiKeys,
  signIns: authServices.signIns,
  authenticator: authServices.authenticator,
  guard: authServices.guard,
  hub: authServices.hub,
  devices: authServices.devices,
  libraries: libraryServices.libraries,
  series: libraryServices.series,
  books: libraryServices.books,
  collections: libraryServices.collections,
  readLists: libraryServices.readLists,
  creators: libraryServices.creators,
  downloads: libraryServices.downloads,
  wantToRead: libraryServices.wantToRead,
  coverChoices: libraryServices.coverChoices,
  edits: libraryServices.edits,
  scans: backgroundJobs.scans,
  tasks: backgroundJobs.tasks,
  trash: maintenance.trash,
  filesystem: maintenance.filesystem,
  covers: libraryServices.covers,
  pages: libraryServices.pages,
  epub: libraryServices.epub,
  progress: libraryServices.progress,
  progression: libraryServices.progression,
  queue: backgroundJobs.queue,
  bookFeeds: {
    store: notifications.bookFeedsStore,
    links: notifications.bookFeedLinks,
    personOf: (userId) => {
      const user = authServices.authStore.userById(userId);
      return user?.is_active ? callerOf(user, 'jwt') : null;
    },
    identify: context.requester.identify,
    books: libraryServices.books,
    covers: libraryServices.covers,
    serverName: () => context.settings.get('server.name'),
    clock: context.clock,
  },
  secrets: context.host.secrets,
  komgaPrefix: () => context.settings.get('compat.prefix'),
  clock: context.clock,
  log: context.log,
  ...rest,
});
