import type { Request } from 'express';

import type { Endpoint } from '../../shared/endpoint.ts';
import { AppError } from '../../shared/errors.ts';
import type { Caller } from './caller.ts';
import { originOf, type Origin } from './origin.ts';

/** What a request carries to say who makes it. */
export interface Credentials extends Origin {
  method: string;
  authorization: string | undefined;
  api_key: string | undefined;
  cookie: string | undefined;
}

export interface Authenticator {
  /** The caller, or null where the request carries no credentials. Throws Unauthorized for bad ones. */
  authenticate(credentials: Credentials): Promise<Caller | null>;
}

export type Guard = (
  endpoint: Pick<Endpoint, 'access'>,
  request: Request,
) => Promise<Caller | null>;

/** Lets a request through to its handler: 401 without a caller, 403 naming the permission that is missing. */
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
      ...originOf({ headers: request.headers, ip: request.socket.remoteAddress ?? '' }),
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
 * Browsers attach Basic credentials by themselves, so an unsafe request that another site caused is
 * refused. Tokens in headers are never attached by a browser on its own.
 */
const refuseForeignOrigin = (request: Request) => {
  if (/^basic /i.test(request.headers.authorization ?? '') && cameFromElsewhere(request)) {
    throw new AppError('Forbidden', 'This request came from another site');
  }
};

/** Whether a page of another site caused a request that changes something. Programs without a page name no site. */
export const cameFromElsewhere = ({ method, headers }: Request): boolean => {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  const unsafe = method !== 'GET' && method !== 'HEAD';
  return (
    unsafe &&
    ((origin !== undefined && origin.replace(/^https?:\/\//, '') !== host) ||
      (site !== undefined && site !== 'same-origin' && site !== 'none'))
  );
};
