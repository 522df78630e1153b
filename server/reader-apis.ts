import type { RequestHandler } from 'express';
import type { Logger } from 'pino';

import type { Database } from './database/database.ts';
import type { AuthService } from './features/auth/service.ts';
import type { createAuthenticator } from './features/auth/authenticator.ts';
import { createThrottle } from './features/auth/throttle.ts';
import type { BooksService } from './features/books/service.ts';
import type { CollectionsService } from './features/collections/service.ts';
import { compatAccountRoutes } from './features/compat/account.ts';
import { createCompatAuthentication } from './features/compat/authentication.ts';
import { compatBookRoutes } from './features/compat/books/routes.ts';
import { createCompatBooksStore } from './features/compat/books/store.ts';
import { compatClientSettingsRoutes } from './features/compat/client-settings.ts';
import { compatCollectionRoutes } from './features/compat/collections.ts';
import { compatEpubRoutes } from './features/compat/epub.ts';
import { compatEventRoutes } from './features/compat/events.ts';
import { compatFileRoutes } from './features/compat/files.ts';
import { compatLibraryRoutes } from './features/compat/libraries.ts';
import { lightListHere } from './features/compat/lists.ts';
import { compatNameRoutes } from './features/compat/names/routes.ts';
import { createCompatNamesStore } from './features/compat/names/store.ts';
import { compatPageRoutes } from './features/compat/pages.ts';
import { compatProgressRoutes } from './features/compat/progress/routes.ts';
import { createCompatProgressStore } from './features/compat/progress/store.ts';
import { compatReadListRoutes } from './features/compat/read-lists.ts';
import { compatApi } from './features/compat/router.ts';
import { compatSeriesRoutes } from './features/compat/series/routes.ts';
import { createCompatSeriesStore } from './features/compat/series/store.ts';
import { compatServerRoutes } from './features/compat/server-news.ts';
import { compatThumbnailRoutes } from './features/compat/thumbnails.ts';
import type { CoversService } from './features/covers/service.ts';
import type { ProgressionService } from './features/epub/progression.ts';
import type { EpubService } from './features/epub/service.ts';
import { koreaderApi } from './features/koreader/router.ts';
import { createKoreaderService } from './features/koreader/service.ts';
import { createKoreaderStore } from './features/koreader/store.ts';
import type { LibrariesService } from './features/libraries/service.ts';
import { createOpds } from './features/opds/opds.ts';
import type { PagesService } from './features/pages/service.ts';
import type { PreferencesService } from './features/preferences/service.ts';
import type { ProgressService } from './features/progress/service.ts';
import type { ReadListsService } from './features/read-lists/service.ts';
import type { SeriesService } from './features/series/service.ts';
import type { SecretStore } from './host.ts';
import type { Guard } from './http/guard.ts';
import type { Hub } from './http/hub.ts';
import type { ReadThread } from './reads/read-thread.ts';

export interface ReaderApisOptions {
  database: Database;
  longReads: ReadThread;
  auth: AuthService;
  authenticator: ReturnType<typeof createAuthenticator>;
  guard: Guard;
  hub: Hub;
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
  secrets: SecretStore;
  /** First part of the path of the compatibility API at this moment. */
  compatPrefix: () => string;
  /** Largest JSON body at this moment. */
  maxBodyBytes: () => number;
  version: string;
  clock: () => Date;
  log: Logger;
}

/** What reader programs speak beside our own API: the compatibility API, OPDS and KOReader's sync. */
export const createReaderApis = (options: ReaderApisOptions): RequestHandler[] => [
  compat(options),
  createOpds(options),
  koreader(options),
];

const compat = (options: ReaderApisOptions): RequestHandler => {
  const { database, longReads, collections, readLists, compatPrefix: prefix } = options;
  const series = createCompatSeriesStore(database);
  const books = createCompatBooksStore(database);
  const listSeries = lightListHere(series, (...input) => longReads.run('compatSeries', ...input));
  const listBooks = lightListHere(books, (...input) => longReads.run('compatBooks', ...input));
  const listNames = lightListHere(createCompatNamesStore(database), (...input) =>
    longReads.run('compatNames', ...input),
  );
  return compatApi({
    routes: [
      ...compatAccountRoutes({ auth: options.auth, prefix }),
      ...compatClientSettingsRoutes(options),
      ...compatLibraryRoutes(options),
      ...compatSeriesRoutes({ store: series, list: listSeries }),
      ...compatBookRoutes({ store: books, list: listBooks }),
      ...compatPageRoutes(options),
      ...compatThumbnailRoutes(options),
      ...compatFileRoutes(options),
      ...compatProgressRoutes({ ...options, store: createCompatProgressStore(database) }),
      ...compatEpubRoutes({ ...options, prefix }),
      ...compatCollectionRoutes({ collections, series: { get: series.get, list: listSeries } }),
      ...compatReadListRoutes({ readLists, books: { get: books.get, list: listBooks } }),
      ...compatEventRoutes(options),
      ...compatServerRoutes(options),
      ...compatNameRoutes({ list: listNames }),
    ],
    authentication: createCompatAuthentication({
      authenticator: options.authenticator,
      beginSession: options.auth.beginSession,
      path: () => `/${prefix()}`,
    }),
    prefix,
    maxBodyBytes: options.maxBodyBytes,
    log: options.log,
  });
};

const koreader = (options: ReaderApisOptions): RequestHandler =>
  koreaderApi({
    koreader: createKoreaderService({
      ...options,
      store: createKoreaderStore(options.database),
    }),
    byDigest: options.authenticator.byDigest,
    throttle: createThrottle(),
    maxBodyBytes: options.maxBodyBytes,
    log: options.log,
  });
