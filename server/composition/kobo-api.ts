import type { RequestHandler } from 'express';

import { createLoginRateLimiter } from '../features/auth/login-rate-limiter.ts';
import { createReadingStates } from '../features/kobo/reading-state.ts';
import { koboApi } from '../features/kobo/router.ts';
import { createKoboStore } from '../features/kobo/store.ts';
import { createKoboSyncStore } from '../features/kobo/sync-store.ts';
import { createKoboSync } from '../features/kobo/sync.ts';
import type { ThirdPartyApisOptions } from './types.ts';

const oneCollection = {
  page: 1,
  pageSize: 1,
  sort: { field: 'name', direction: 'asc' },
} as const;

/** The API for Kobo e-readers. */
export const createKoboApi = (options: ThirdPartyApisOptions): RequestHandler => {
  const { database, queryWorker } = options;
  const store = createKoboStore(database);
  const states = createReadingStates({ ...options, store });
  return koboApi({
    ...options,
    store,
    states,
    sync: createKoboSync({
      ...options,
      store: createKoboSyncStore(database),
      versions: store.versions,
      pending: (...input) => queryWorker.run('koboPending', ...input),
      lists: (...input) => queryWorker.run('koboLists', ...input),
      states,
      refreshCollections: () => void options.collections.list(oneCollection),
    }),
    authenticate: options.authenticator.authenticate,
    loginLimiter: createLoginRateLimiter(),
  });
};
