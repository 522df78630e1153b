import type { RequestHandler } from 'express';

import { failIfLocked } from '../database/fail-if-locked.ts';
import { komgaAccountRoutes } from '../features/komga-api/account.ts';
import { createKomgaAuthentication } from '../features/komga-api/authentication.ts';
import { komgaApiKeyRoutes } from '../features/komga-api/api-keys.ts';
import { komgaBookRoutes } from '../features/komga-api/books/routes.ts';
import { createKomgaBooksStore } from '../features/komga-api/books/store.ts';
import { komgaCblRoutes } from '../features/komga-api/cbl-match.ts';
import { komgaClientSettingsRoutes } from '../features/komga-api/client-settings.ts';
import { komgaCollectionRoutes } from '../features/komga-api/collections.ts';
import { komgaEpubRoutes } from '../features/komga-api/epub.ts';
import { komgaEventRoutes } from '../features/komga-api/events.ts';
import { komgaFileRoutes } from '../features/komga-api/files.ts';
import { komgaLibraryChangeRoutes } from '../features/komga-api/libraries/changes.ts';
import { komgaLibraryRoutes } from '../features/komga-api/libraries/routes.ts';
import { inlineListIfCheap } from '../features/komga-api/lists.ts';
import { komgaMetadataRoutes } from '../features/komga-api/metadata/routes.ts';
import { komgaNameRoutes } from '../features/komga-api/names/routes.ts';
import { createKomgaNamesStore } from '../features/komga-api/names/store.ts';
import { komgaPageRoutes } from '../features/komga-api/pages.ts';
import { komgaPasswordRoutes } from '../features/komga-api/password.ts';
import { komgaPeopleRoutes } from '../features/komga-api/people/routes.ts';
import { komgaProgressRoutes } from '../features/komga-api/progress/routes.ts';
import { createKomgaProgressStore } from '../features/komga-api/progress/store.ts';
import { komgaReadListRoutes } from '../features/komga-api/read-lists.ts';
import { komgaApi } from '../features/komga-api/router.ts';
import { komgaSeriesRoutes } from '../features/komga-api/series/routes.ts';
import { createKomgaSeriesStore } from '../features/komga-api/series/store.ts';
import { komgaServerRoutes } from '../features/komga-api/server/announcements.ts';
import { komgaMetricRoutes } from '../features/komga-api/server/metrics.ts';
import { komgaSettingsRoutes } from '../features/komga-api/server/settings.ts';
import { komgaTaskRoutes } from '../features/komga-api/server/tasks.ts';
import { komgaSignInRoutes } from '../features/komga-api/sign-ins.ts';
import { komgaThumbnailRoutes } from '../features/komga-api/thumbnails.ts';
import { createKomgaLists } from '../features/komga-api/want-to-read.ts';
import type { ThirdPartyApisOptions } from './types.ts';

/** The compatibility API, used by reader apps for phones. */
export const createKomgaApi = (options: ThirdPartyApisOptions): RequestHandler => {
  const { database, queryWorker, collections, readLists, wantToRead } = options;
  const { komgaPrefix: prefix } = options;
  const collectionLists = createKomgaLists(collections, wantToRead, 'series');
  const readListLists = createKomgaLists(readLists, wantToRead, 'book');
  const series = createKomgaSeriesStore(database);
  const books = createKomgaBooksStore(database);
  const progressStore = createKomgaProgressStore(database);
  const listSeries = inlineListIfCheap(series, (...input) =>
    queryWorker.run('komgaSeries', ...input),
  );
  const listBooks = inlineListIfCheap(books, (...input) => queryWorker.run('komgaBooks', ...input));
  const listNames = inlineListIfCheap(createKomgaNamesStore(database), (...input) =>
    queryWorker.run('komgaNames', ...input),
  );
  return komgaApi({
    routes: [
      ...komgaAccountRoutes({ auth: options.auth, users: options.users, prefix }),
      ...komgaPasswordRoutes(options),
      ...komgaApiKeyRoutes(options),
      ...komgaSignInRoutes(options),
      ...komgaClientSettingsRoutes(options),
      ...komgaLibraryRoutes(options),
      ...komgaSeriesRoutes({ store: series, list: listSeries }),
      ...komgaBookRoutes({ store: books, list: listBooks }),
      ...komgaPageRoutes(options),
      ...komgaThumbnailRoutes({ ...options, collectionLists, readListLists, series, books }),
      ...komgaFileRoutes({ ...options, readLists: readListLists }),
      ...komgaProgressRoutes({ ...options, readLists: readListLists, store: progressStore }),
      ...komgaEpubRoutes({ ...options, prefix }),
      ...komgaCollectionRoutes({
        ...{ collections, lists: collectionLists, wantToRead },
        series: { get: series.get, list: listSeries },
      }),
      ...komgaCblRoutes(options),
      ...komgaReadListRoutes({
        ...{ readLists, lists: readListLists, wantToRead },
        books: { get: books.get, list: listBooks },
      }),
      ...komgaMetadataRoutes(options),
      ...komgaLibraryChangeRoutes(options),
      ...komgaPeopleRoutes(options),
      ...komgaSettingsRoutes({ ...options, prefix }),
      ...komgaTaskRoutes(options),
      ...komgaMetricRoutes(options),
      ...komgaEventRoutes(options),
      ...komgaServerRoutes(options),
      ...komgaNameRoutes({ list: listNames }),
    ],
    authentication: createKomgaAuthentication({
      authenticator: options.authenticator,
      async beginSession(...input) {
        await options.writeLock();
        return failIfLocked(database, () => options.auth.beginSession(...input));
      },
      signIns: options.signIns,
      path: () => `/${prefix()}`,
    }),
    prefix,
    maxBodyBytes: options.maxBodyBytes,
    log: options.log,
  });
};
