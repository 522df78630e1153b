import type { Request, Response } from 'express';
import { LRUCache } from 'lru-cache';

import { AppError, nullOn } from '../../../shared/errors.ts';
import { storageProblem } from '../../database/storage-problem.ts';
import type { Caller } from '../../http/api/caller.ts';
import { originOf, type Origin } from '../../http/net/origin.ts';
import { clientAddress } from '../../http/net/request-source.ts';
import { isCrossSite, type Authenticator } from '../../http/security/guard.ts';
import type { SignInsService } from '../sign-ins/service.ts';
import { isRemembered, lifetimes, readCookies, setCookies } from './cookies.ts';

/**
 * Authenticates the request and starts a session if needed; throws Unauthorized if there is no
 * caller.
 */
export type KomgaAuthentication = (request: Request, response: Response) => Promise<Caller>;

/**
 * Accepts Basic, Bearer, `X-API-Key`, `X-Auth-Token` and the cookies, whose session is valid for
 * all methods. A request with a password or key but no session gets one, because some clients send
 * their credentials only once. The session of an API key has the key's permissions and ends with
 * it. A client that sends its credentials with a request that only reads is also answered if no session can be saved.
 */
export const createKomgaAuthentication = ({
  authenticator,
  beginSession,
  signIns,
  path,
}: {
  authenticator: Authenticator;
  /** Issues a session token with this lifetime, once another program does not keep the database locked. */
  beginSession: (caller: Caller, from: Origin, seconds: number) => Promise<string>;
  signIns: Pick<SignInsService, 'seen'>;
  /** Cookie path, for example `/komga`. */
  path: () => string;
}): KomgaAuthentication => {
  const sessionOf = async (tokens: readonly string[], request: Request): Promise<Caller | null> => {
    for (const token of tokens) {
      const caller = await authenticator
        .authenticate({
          ...credentialsOf(request),
          api_key: undefined,
          authorization: `Bearer ${token}`,
        })
        .catch(nullOn('Unauthorized'));
      if (caller) return caller;
    }
    return null;
  };

  // Reuses sessions per credential: a client that ignores cookies would otherwise begin one with
  // every request.
  const begun = new LRUCache<string, string>({ max: 1000 });
  const tokenFor = async (caller: Caller, request: Request, remembered: boolean) => {
    const from = originOf({ headers: request.headers, ip: clientAddress(request) });
    const { user_pk, key_id } = caller;
    const name = JSON.stringify([user_pk, key_id, remembered, from.ip, from.client]);
    const known = begun.get(name);
    if (known !== undefined && (await sessionOf([known], request)) !== null) return known;
    const seconds = remembered ? lifetimes.remember : lifetimes.session;
    const token = await beginSession(caller, from, seconds);
    begun.set(name, token);
    return token;
  };

  return async (request, response) => {
    const { headers } = request;
    const key = keyOf(request);
    const credential = key ?? headers.authorization;
    const header = headers['x-auth-token']?.toString();
    const named = key !== null || Boolean(header) || /^bearer /i.test(headers.authorization ?? '');
    // Credentials that a browser attaches automatically do not prove that the user caused the
    // request (CSRF).
    if (!named && isCrossSite(request)) {
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
    const token =
      key ??
      (await tokenFor(caller, request, remembered).catch((error: unknown) => {
        if (storageProblem(error) === null || remembered || isSignIn(request)) throw error;
        return null;
      }));
    if (token === null) return caller;
    if (header !== undefined) response.setHeader('X-Auth-Token', token);
    response.setHeader('Set-Cookie', setCookies(token, path(), remembered));
    return caller;
  };
};

const credentialsOf = (request: Request) => ({
  method: request.method,
  authorization: request.headers.authorization,
  api_key: request.headers['x-api-key']?.toString(),
  cookie: undefined,
  ...originOf({ headers: request.headers, ip: clientAddress(request) }),
});

const keyOf = ({ headers }: Request): string | null =>
  headers['x-api-key']?.toString() ??
  /^bearer +(octavo_\S+)$/i.exec(headers.authorization ?? '')?.[1] ??
  null;

/** Whether a client expects a session with the answer. */
const isSignIn = ({ headers, path }: Request): boolean =>
  headers['x-auth-token'] !== undefined || /\/(?:users\/me|login\/set-cookie)$/.test(path);

const wantsToBeRemembered = ({ url }: Request): boolean => /[?&]remember-me=true\b/i.test(url);
