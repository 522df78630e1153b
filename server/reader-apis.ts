import type { RequestHandler } from 'express';
import type { Logger } from 'pino';

import type { Database } from './database/database.ts';
import type { ApiKeysService } from './features/api-keys/service.ts';
import type { AuthService } from './features/auth/service.ts';
import type { createAuthenticator } from './features/auth/authenticator.ts';
import type { BooksService } from './features/books/service.ts';
import type { CollectionsService } from './features/collections/service.ts';
import type { CoversService } from './features/covers/service.ts';
import type { DevicesService } from './features/devices/service.ts';
import type { ProgressionService } from './features/epub/progression.ts';
import type { EpubService } from './features/epub/service.ts';
import type { LibrariesService } from './features/libraries/service.ts';
import type { PagesService } from './features/pages/service.ts';
import type { PreferencesService } from './features/preferences/service.ts';
import type { ProgressService } from './features/progress/service.ts';
import type { ReadListsService } from './features/read-lists/service.ts';
import type { SeriesService } from './features/series/service.ts';
import type { SignInsService } from './features/sign-ins/service.ts';
import type { SecretStore } from './host.ts';
import type { Guard } from './http/guard.ts';
import type { Hub } from './http/hub.ts';
import { mergeSlashes } from './http/merge-slashes.ts';
import { whenAsked } from './http/when-asked.ts';
import type { ReadThread } from './reads/read-thread.ts';
import type { TaskQueue } from './tasks/queue.ts';

export interface ReaderApisOptions {
  database: Database;
  longReads: ReadThread;
  auth: AuthService;
  apiKeys: ApiKeysService;
  signIns: SignInsService;
  authenticator: ReturnType<typeof createAuthenticator>;
  guard: Guard;
  hub: Hub;
  devices: Pick<DevicesService, 'readingOn'>;
  preferences: PreferencesService;
  libraries: LibrariesService;
  series: SeriesService;
  books: BooksService;
  collections: CollectionsService;
  readLists: ReadListsService;
  covers: CoversService;
  pages: PagesService;
  epub: EpubService;
  progress: ProgressService;
  progression: ProgressionService;
  queue: Pick<TaskQueue, 'activity'>;
  secrets: SecretStore;
  /** First part of the path of the compatibility API at this moment. */
  compatPrefix: () => string;
  /** Largest JSON body at this moment. */
  maxBodyBytes: () => number;
  version: string;
  builtAt: Date;
  clock: () => Date;
  log: Logger;
}

/** What reader programs speak beside our own API: the compatibility API, OPDS and KOReader's sync. */
export const createReaderApis = (options: ReaderApisOptions): RequestHandler[] => {
  const { compatPrefix } = options;
  const opdsPaths = () => ['opds', `${compatPrefix()}/opds`];
  return [
    mergeSlashes(opdsPaths),
    whenAsked(opdsPaths, async () => (await import('./features/opds/opds.ts')).createOpds(options)),
    whenAsked(
      () => [compatPrefix()],
      async () => (await import('./compat.ts')).compat(options),
    ),
    whenAsked(
      () => ['koreader'],
      async () => (await import('./koreader.ts')).koreader(options),
    ),
  ];
};
