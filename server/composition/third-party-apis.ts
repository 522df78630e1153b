import type { RequestHandler } from 'express';

import type { PreferencesService } from '../features/preferences/service.ts';
import type { AppContext } from './app-context.ts';
import type { AuthServices } from './auth-services.ts';
import type { BackgroundJobs } from './background-jobs.ts';
import type { LibraryServices } from './library-services.ts';
import type { Maintenance } from './maintenance.ts';
import { mergeSlashes } from '../http/net/merge-slashes.ts';
import { lazyMount } from '../http/api/lazy-mount.ts';
import type { ThirdPartyApisOptions } from './types.ts';

interface ThirdPartyApisParts {
  context: AppContext;
  authServices: AuthServices;
  backgroundJobs: Pick<BackgroundJobs, 'queue' | 'scans' | 'tasks'>;
  libraryServices: LibraryServices;
  maintenance: Pick<Maintenance, 'trash' | 'filesystem'>;
  preferences: PreferencesService;
  maxBodyBytes: () => number;
  port: () => number;
  version: string;
  builtAt: Date;
}

/** APIs for other reader apps: the Komga API, OPDS and KOReader sync. Each loads with its first request. */
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
  ];
};

const optionsFrom = ({
  context,
  authServices,
  backgroundJobs,
  libraryServices,
  maintenance,
  ...rest
}: ThirdPartyApisParts): ThirdPartyApisOptions => ({
  database: context.database,
  queryWorker: libraryServices.queryWorker,
  auth: authServices.auth,
  apiKeys: authServices.apiKeys,
  signIns: authServices.signIns,
  authenticator: authServices.authenticator,
  guard: authServices.guard,
  hub: authServices.hub,
  users: authServices.users,
  devices: authServices.devices,
  libraries: libraryServices.libraries,
  series: libraryServices.series,
  books: libraryServices.books,
  collections: libraryServices.collections,
  readLists: libraryServices.readLists,
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
  secrets: context.host.secrets,
  komgaPrefix: () => context.settings.get('compat.prefix'),
  clock: context.clock,
  log: context.log,
  ...rest,
});
