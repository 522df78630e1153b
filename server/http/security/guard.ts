import type { Request } from 'express';

import type { Endpoint } from '../../../shared/endpoint.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Caller } from '../api/caller.ts';
import { originOf, type Origin } from '../net/origin.ts';
import { clientAddress, requestSource } from '../net/request-source.ts';

/** The credentials of a request. */
export interface Credentials extends Origin {
  method: string;
  authorization: string | undefined;
  api_key: string | undefined;
  cookie: string | undefined;
}

export interface Authenticator {
  /**
   * The caller, or null if the request has no credentials. Throws Unauthorized for invalid ones.
   */
  authenticate(credentials: Credentials): Promise<Caller | null>;
}

export type Guard = (
  endpoint: Pick<Endpoint, 'access'>,
  request: Request,
) => Promise<Caller | null>;

/** Authorises a request: 401 without a caller, 403 naming the missing permission. */
export const createGuard =
  (authenticator: Authenticator): Guard =>
  async (endpoint, request) => {
    if (endpoint.access === 'public') return null;
    refuseForeignOrigin(request);
    const caller = await authenticator.authenticate({
      method: request.method,
      authorization: request.headers.authorization,
      api_key: request.headers['x-api-key']?.toString(),
      cookie: request.headers.cookie,
      ...originOf({ headers: request.headers, ip: clientAddress(request) }),
    });
    if (!caller) {
      throw new AppError('Unauthorized', 'Sign in to use this', {
        headers: { 'WWW-Authenticate': 'Bearer' },
      });
    }
    if (endpoint.access !== 'signed-in') {
      for (const permission of endpoint.access) {
        if (!caller.permissions.has(permission)) {
          throw new AppError('Forbidden', `This needs the permission ${permission}`, {
            details: { permission },
          });
        }
      }
    }
    return caller;
  };

/**
 * CSRF protection: browsers attach Basic credentials automatically, so an unsafe cross-site request
 * is rejected. Header tokens are never attached automatically.
 */
const refuseForeignOrigin = (request: Request) => {
  if (/^basic /i.test(request.headers.authorization ?? '') && isCrossSite(request)) {
    throw new AppError('Forbidden', 'This request came from another site');
  }
};

/**
 * Whether a page of another site caused a request that changes something. Programs other than
 * browsers send no origin.
 */
export const isCrossSite = (request: Request): boolean => {
  const { method, headers } = request;
  const { origin } = headers;
  const site = headers['sec-fetch-site'];
  const host = hostIn(requestSource(request).origin);
  const unsafe = method !== 'GET' && method !== 'HEAD';
  return (
    unsafe &&
    ((origin !== undefined && hostIn(origin) !== host) ||
      (site !== undefined && site !== 'same-origin' && site !== 'none'))
  );
};

const hostIn = (origin: string): string => origin.replace(/^https?:\/\//, '');
