import type { RequestHandler } from 'express';

import { AppError, retryAfter } from '../../../shared/errors.ts';

/**
 * Responds 503 to possible writes while the data directory is missing, because they would be lost
 * silently.
 */
export const refuseWrites =
  (isStored: () => boolean): RequestHandler =>
  ({ method }, _response, next) => {
    const reads = method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
    if (isStored() || reads) {
      next();
      return;
    }
    throw new AppError(
      'ServiceUnavailable',
      "The folder of Octavo's data was removed or replaced while it ran, so nothing more is written. Put it back, or stop Octavo and restore a backup.",
      retryAfter(60),
    );
  };
