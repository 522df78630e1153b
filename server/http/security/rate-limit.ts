import type { Request, RequestHandler } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';

import { AppError } from '../../../shared/errors.ts';
import { clientAddress, isLocalRequest } from '../net/request-source.ts';

const windowMs = 10_000;
/** A phone that opens a grid of covers and a book makes a few hundred requests in ten seconds. */
const withCredentials = 2000;
const withoutCredentials = 100;

/**
 * Limits the request rate per network device. The machine itself is exempt. Sign-ins have a
 * separate limit.
 */
export const limitRate = (
  isExempt: (request: Request) => boolean = isLocalRequest,
): RequestHandler => {
  const limit = rateLimit({
    windowMs,
    limit: (request) => (carriesCredentials(request) ? withCredentials : withoutCredentials),
    keyGenerator: (request) =>
      `${ipKeyGenerator(clientAddress(request), 56)} ${String(carriesCredentials(request))}`,
    standardHeaders: false,
    legacyHeaders: false,
    handler: () => {
      throw new AppError('TooManyRequests', 'Too many requests from this device; wait a moment', {
        headers: { 'Retry-After': String(windowMs / 1000) },
      });
    },
  });
  return (request, response, next) => (isExempt(request) ? next() : limit(request, response, next));
};

const carriesCredentials = ({ headers }: Request): boolean =>
  headers.authorization !== undefined ||
  headers.cookie !== undefined ||
  headers['x-api-key'] !== undefined ||
  headers['x-auth-token'] !== undefined;
