import type { RequestHandler } from 'express';

import { compatAccountRoutes } from './features/compat/account.ts';
import { createCompatAuthentication } from './features/compat/authentication.ts';
import { compatApiKeyRoutes } from './features/compat/api-keys.ts';
import { compatBookRoutes } from './features/compat/books/routes.ts';
import { createCompatBooksStore } from './features/compat/books/store.ts';
import { compatCblRoutes } from './features/compat/cbl-match.ts';
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
import { compatPasswordRoutes } from './features/compat/password.ts';
import { compatProgressRoutes } from './features/compat/progress/routes.ts';
import { createCompatProgressStore } from './features/compat/progress/store.ts';
import { compatReadListRoutes } from './features/compat/read-lists.ts';
import { compatApi } from './features/compat/router.ts';
import { compatSeriesRoutes } from './features/compat/series/routes.ts';
import { createCompatSeriesStore } from './features/compat/series/store.ts';
import { compatServerRoutes } from './features/compat/server-news.ts';
import { compatSignInRoutes } from './features/compat/sign-ins.ts';
import { compatThumbnailRoutes } from './features/compat/thumbnails.ts';
import type { ReaderApisOptions } from './reader-apis.ts';

/** The API of another reader server, which the readers of phones speak. */
export const compat = (options: ReaderApisOptions): RequestHandler => {
  const { database, longReads, collections, readLists, compatPrefix: prefix } = options;
  const series = createCompatSeriesStore(database);
  const books = createCompatBooksStore(database);
  const progressStore = createCompatProgressStore(database);
  const listSeries = lightListHere(series, (...input) => longReads.run('compatSeries', ...input));
  const listBooks = lightListHere(books, (...input) => longReads.run('compatBooks', ...input));
  const listNames = lightListHere(createCompatNamesStore(database), (...input) =>
    longReads.run('compatNames', ...input),
  );
  return compatApi({
    routes: [
      ...compatAccountRoutes({ auth: options.auth, prefix }),
      ...compatPasswordRoutes(options),
      ...compatApiKeyRoutes(options),
      ...compatSignInRoutes(options),
      ...compatClientSettingsRoutes(options),
      ...compatLibraryRoutes(options),
      ...compatSeriesRoutes({ store: series, list: listSeries }),
      ...compatBookRoutes({ store: books, list: listBooks }),
      ...compatPageRoutes(options),
      ...compatThumbnailRoutes({ ...options, series, books }),
      ...compatFileRoutes({ ...options, store: progressStore }),
      ...compatProgressRoutes({ ...options, store: progressStore }),
      ...compatEpubRoutes({ ...options, prefix }),
      ...compatCollectionRoutes({ collections, series: { get: series.get, list: listSeries } }),
      ...compatCblRoutes(options),
      ...compatReadListRoutes({ readLists, books: { get: books.get, list: listBooks } }),
      ...compatEventRoutes(options),
      ...compatServerRoutes(options),
      ...compatNameRoutes({ list: listNames }),
    ],
    authentication: createCompatAuthentication({
      authenticator: options.authenticator,
      beginSession: options.auth.beginSession,
      signIns: options.signIns,
      path: () => `/${prefix()}`,
    }),
    prefix,
    maxBodyBytes: options.maxBodyBytes,
    log: options.log,
  });
};
