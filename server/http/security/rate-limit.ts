import type { Request, RequestHandler, Response } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import { LRUCache } from 'lru-cache';

import { AppError, retryAfter } from '../../../shared/errors.ts';
import { maxEntries } from '../../lib/lru-options.ts';
import { clientAddress, isLocalRequest } from '../net/request-source.ts';

const windowMs = 10_000;
/** A phone that opens a grid of covers and a book makes a few hundred requests in ten seconds. */
const withCredentials = 2000;
const withoutCredentials = 100;

/**
 * Limits the request rate per network device. The machine itself is exempt. Sign-ins have a
 * separate limit. Credentials count as none at a device that has sent too many wrong ones.
 */
export const limitRate = (
  isExempt: (request: Request) => boolean = isLocalRequest,
): RequestHandler => {
  const wrongOnes = new LRUCache<string, number>({ ...maxEntries(10_000), ttl: windowMs });
  const isTrusted = (request: Request): boolean =>
    carriesCredentials(request) && (wrongOnes.get(deviceOf(request)) ?? 0) < withoutCredentials;
  const countWrong = (request: Request, response: Response): void => {
    const device = deviceOf(request);
    response.once('finish', () => {
      if (response.statusCode !== 401) return;
      wrongOnes.set(device, (wrongOnes.get(device) ?? 0) + 1, { noUpdateTTL: true });
    });
  };
  const limit = rateLimit({
    windowMs,
    limit: (request) => (isTrusted(request) ? withCredentials : withoutCredentials),
    keyGenerator: (request) => `${deviceOf(request)} ${String(isTrusted(request))}`,
    standardHeaders: false,
    legacyHeaders: false,
    handler: () => {
      throw new AppError(
        'TooManyRequests',
        'Too many requests from this device; wait a moment',
        retryAfter(windowMs / 1000),
      );
    },
  });
  return (request, response, next) => {
    if (isExempt(request)) {
      next();
      return;
    }
    if (carriesCredentials(request)) countWrong(request, response);
    return limit(request, response, next);
  };
};

/** Counts IPv6 by /56, because a household has at least a /64. */
const deviceOf = (request: Request): string => ipKeyGenerator(clientAddress(request), 56);

const carriesCredentials = ({ headers }: Request): boolean =>
  headers.authorization !== undefined ||
  headers.cookie !== undefined ||
  headers['x-api-key'] !== undefined ||
  headers['x-auth-token'] !== undefined;
