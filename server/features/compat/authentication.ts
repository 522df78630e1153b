import type { Request, Response } from 'express';
import { LRUCache } from 'lru-cache';

import { AppError } from '../../../shared/errors.ts';
import type { Caller } from '../../http/caller.ts';
import { originOf } from '../../http/origin.ts';
import { cameFromElsewhere, type Authenticator } from '../../http/guard.ts';
import type { SignInsService } from '../sign-ins/service.ts';
import { isRemembered, lifetimes, readCookies, setCookies } from './cookies.ts';

/** Finds out who calls and signs that program in; throws Unauthorized where nobody does. */
export type CompatAuthentication = (request: Request, response: Response) => Promise<Caller>;

/**
 * Basic, Bearer, `X-API-Key`, `X-Auth-Token` and the cookies, which name a session for methods of every
 * kind. Whoever comes with a password or a key and without a session is given one, for there are programs
 * that send their credentials once. The session of an API key is the key itself: it ends with the key and
 * grants what the key does.
 */
export const createCompatAuthentication = ({
  authenticator,
  beginSession,
  signIns,
  path,
}: {
  authenticator: Authenticator;
  /** The token of a new session of so many seconds. */
  beginSession: (caller: Caller, client: string | null, seconds: number) => string;
  signIns: Pick<SignInsService, 'seen'>;
  /** `/komga`: where the cookies are sent to. */
  path: () => string;
}): CompatAuthentication => {
  const sessionOf = async (tokens: readonly string[], request: Request): Promise<Caller | null> => {
    for (const token of tokens) {
      const caller = await authenticator
        .authenticate({
          ...credentialsOf(request),
          api_key: undefined,
          authorization: `Bearer ${token}`,
        })
        .catch(ignoreUnauthorized);
      if (caller) return caller;
    }
    return null;
  };

  // A program that never sends its session back would otherwise begin one with each request.
  const begun = new LRUCache<string, string>({ max: 1000 });
  const tokenFor = async (caller: Caller, request: Request, remembered: boolean) => {
    const client = request.headers['user-agent'] ?? null;
    const { user_pk, key_id } = caller;
    const address = request.socket.remoteAddress;
    const name = JSON.stringify([user_pk, key_id, remembered, address, client]);
    const known = begun.get(name);
    if (known !== undefined && (await sessionOf([known], request)) !== null) return known;
    const seconds = remembered ? lifetimes.remember : lifetimes.session;
    const token = beginSession(caller, client, seconds);
    begun.set(name, token);
    return token;
  };

  return async (request, response) => {
    const { headers } = request;
    const key = keyOf(request);
    const credential = key ?? headers.authorization;
    const header = headers['x-auth-token']?.toString();
    const named = key !== null || Boolean(header) || /^bearer /i.test(headers.authorization ?? '');
    // What a browser attaches by itself does not tell who caused the request.
    if (!named && cameFromElsewhere(request)) {
      throw new AppError('Forbidden', 'This request came from another site');
    }
    const tokens = [...(header ? [header] : []), ...readCookies(headers.cookie)];
    const session = await sessionOf(tokens, request);
    const caller =
      credential === undefined ? session : await authenticator.authenticate(credentialsOf(request));
    if (!caller) throw new AppError('Unauthorized', 'Sign in to use this');
    if (credential === undefined && caller.auth_method === 'jwt' && isRemembered(headers.cookie)) {
      const { user_pk, key_id } = caller;
      const { ip, client } = credentialsOf(request);
      signIns.seen({ user_pk, key_id, source: 'remember_me', ip, client });
    }
    if (credential === undefined || caller.auth_method === 'jwt') return caller;

    const remembered = wantsToBeRemembered(request);
    const isSignedIn = session?.user_pk === caller.user_pk && session.key_id === caller.key_id;
    if (isSignedIn && !remembered && header === undefined) return caller;
    const token = key ?? (await tokenFor(caller, request, remembered));
    if (header !== undefined) response.setHeader('X-Auth-Token', token);
    response.setHeader('Set-Cookie', setCookies(token, path(), remembered));
    return caller;
  };
};

const credentialsOf = ({ method, headers, socket }: Request) => ({
  method,
  authorization: headers.authorization,
  api_key: headers['x-api-key']?.toString(),
  cookie: undefined,
  ...originOf({ headers, ip: socket.remoteAddress ?? '' }),
});

const keyOf = ({ headers }: Request): string | null =>
  headers['x-api-key']?.toString() ??
  /^bearer +(octavo_\S+)$/i.exec(headers.authorization ?? '')?.[1] ??
  null;

const wantsToBeRemembered = ({ url }: Request): boolean => /[?&]remember-me=true\b/i.test(url);

const ignoreUnauthorized = (error: unknown): null => {
  if (error instanceof AppError && error.code === 'Unauthorized') return null;
  throw error;
};
