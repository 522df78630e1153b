import type { RequestHandler } from 'express';

import { AppError, retryAfter } from '../../../shared/errors.ts';
import { isListPath } from './list-path.ts';

/** Paths of which a GET writes: signing out of the Komga API, signing in at a provider, the sync of a Kobo. */
const writingPath = /\/(?:api\/logout|auth\/sso\/[^/]+\/callback|v1\/library\/sync)$/;

const canWrite = ({ method, path }: { method: string; path: string }): boolean =>
  /^(?:GET|HEAD|OPTIONS)$/.test(method)
    ? writingPath.test(path)
    : !(method === 'POST' && isListPath(path));

/**
 * Responds 503 to possible writes while the data directory is missing, because they would be lost
 * silently.
 */
export const refuseWrites =
  (isStored: () => boolean): RequestHandler =>
  (request, _response, next) => {
    if (isStored() || !canWrite(request)) {
      next();
      return;
    }
    throw new AppError(
      'ServiceUnavailable',
      "The folder of Octavo's data was removed or replaced while it ran, so nothing more is written. Put it back, or stop Octavo and restore a backup.",
      retryAfter(60),
    );
  };

/** Delays possible writes until the database can be written; see `createWriteLock`. */
export const delayWrites =
  (writeLock: () => Promise<void> | null): RequestHandler =>
  (request, _response, next) => {
    const waiting = canWrite(request) ? writeLock() : null;
    if (waiting) void waiting.then(() => next());
    else next();
  };
