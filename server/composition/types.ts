import type { Logger } from 'pino';
import type { Database } from '../database/types.ts';
import type { ApiKeysService } from '../features/api-keys/service.ts';
import type { createAuthenticator } from '../features/auth/authenticator.ts';
import type { AuthService } from '../features/auth/service.ts';
import type { BookFeedsOptions } from '../features/book-feeds/router.ts';
import type { BooksService } from '../features/books/service.ts';
import type { CollectionsService } from '../features/collections/service.ts';
import type { CoversService } from '../features/covers/service.ts';
import type { DevicesService } from '../features/devices/service.ts';
import type { ProgressionService } from '../features/epub/progression.ts';
import type { EpubService } from '../features/epub/service.ts';
import type { LibrariesService } from '../features/libraries/service.ts';
import type { PagesService } from '../features/pages/types.ts';
import type { PreferencesService } from '../features/preferences/service.ts';
import type { ProgressService } from '../features/progress/types.ts';
import type { ReadListsService } from '../features/read-lists/service.ts';
import type { SeriesService } from '../features/series/service.ts';
import type { SignInsService } from '../features/sign-ins/service.ts';
import type { SecretStore } from '../host-environment.ts';
import type { Guard } from '../http/security/guard.ts';
import type { SseHub } from '../http/sse/sse-hub.ts';
import type { QueryWorker } from '../query-worker/query-worker.ts';
import type { TaskQueue } from '../tasks/types.ts';

export interface ThirdPartyApisOptions {
  database: Database;
  queryWorker: QueryWorker;
  auth: AuthService;
  apiKeys: ApiKeysService;
  signIns: SignInsService;
  authenticator: ReturnType<typeof createAuthenticator>;
  guard: Guard;
  hub: SseHub;
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
  bookFeeds: BookFeedsOptions;
  queue: Pick<TaskQueue, 'activity'>;
  secrets: SecretStore;
  /** Current first path segment of the compatibility API. */
  komgaPrefix: () => string;
  /** Largest JSON body at this moment. */
  maxBodyBytes: () => number;
  version: string;
  builtAt: Date;
  clock: () => Date;
  log: Logger;
}
