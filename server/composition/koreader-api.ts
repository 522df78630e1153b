import type { RequestHandler } from 'express';

import { createLoginRateLimiter } from '../features/auth/login-rate-limiter.ts';
import { koreaderApi } from '../features/koreader/router.ts';
import { createKoreaderService } from '../features/koreader/service.ts';
import { createKoreaderStore } from '../features/koreader/store.ts';
import type { ThirdPartyApisOptions } from './types.ts';

/** The KOReader sync API. */
export const createKoreaderApi = (options: ThirdPartyApisOptions): RequestHandler =>
  koreaderApi({
    koreader: createKoreaderService({
      ...options,
      store: createKoreaderStore(options.database),
    }),
    byDigest: options.authenticator.byDigest,
    recordWrongKey: options.authenticator.recordWrongKey,
    accountOf: options.auth.accountOf,
    loginLimiter: createLoginRateLimiter(),
    maxBodyBytes: options.maxBodyBytes,
    log: options.log,
  });
