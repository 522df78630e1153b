import type { RequestHandler } from 'express';

import { createThrottle } from './features/auth/throttle.ts';
import { koreaderApi } from './features/koreader/router.ts';
import { createKoreaderService } from './features/koreader/service.ts';
import { createKoreaderStore } from './features/koreader/store.ts';
import type { ReaderApisOptions } from './reader-apis.ts';

/** What KOReader keeps its places with. */
export const koreader = (options: ReaderApisOptions): RequestHandler =>
  koreaderApi({
    koreader: createKoreaderService({
      ...options,
      store: createKoreaderStore(options.database),
    }),
    byDigest: options.authenticator.byDigest,
    accountOf: options.auth.accountOf,
    throttle: createThrottle(),
    maxBodyBytes: options.maxBodyBytes,
    log: options.log,
  });
