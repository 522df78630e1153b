import { createHmac, randomBytes } from 'node:crypto';

import { LRUCache } from 'lru-cache';

import type { AuthMethod } from '../../../shared/api/auth.ts';
import { AppError } from '../../../shared/errors.ts';
import { effectivePermissions, type Permission } from '../../../shared/permissions.ts';
import type { Caller } from '../../http/caller.ts';
import type { Authenticator } from '../../http/guard.ts';
import { readSessionCookie } from './cookie.ts';
import { userSummary, type Sessions } from './sessions.ts';
import type { AuthStore, UserRow } from './store.ts';

const basicCacheMs = 5 * 60 * 1000;

/** Checks a name and a password; throws Unauthorized, or TooManyRequests after many failures. */
export type CheckPassword = (username: string, password: string, ip: string) => Promise<UserRow>;

/**
 * Finds out who calls: Bearer JWT, HTTP Basic, or (GET and HEAD only) the session cookie.
 * Verified Basic credentials are remembered for five minutes under a keyed hash and forgotten as soon as
 * the user's row changes, so that a phone does not pay for password hashing on every page.
 */
export const createAuthenticator = ({
  store,
  sessions,
  checkPassword,
}: {
  store: AuthStore;
  sessions: Sessions;
  checkPassword: CheckPassword;
}): Authenticator => {
  const basicKey = randomBytes(32);
  const verified = new LRUCache<string, { pk: number; updated_at: string }>({
    max: 1000,
    ttl: basicCacheMs,
  });

  const bearer = (token: string): Caller => {
    const session = sessions.find(token);
    if (!session?.user.is_active) throw badCredentials('The token is not valid any more');
    return callerOf(session.user, 'jwt', session.jti);
  };

  const basic = async (encoded: string, ip: string): Promise<Caller> => {
    const text = Buffer.from(encoded, 'base64').toString('utf8');
    const colon = text.indexOf(':');
    if (colon < 0 || text.length > 1400)
      throw badCredentials('The Basic credentials are malformed');
    const digest = createHmac('sha256', basicKey).update(text).digest('base64');
    const known = verified.get(digest);
    if (known) {
      const user = store.userByPk(known.pk);
      if (user?.is_active && user.updated_at === known.updated_at)
        return callerOf(user, 'basic', null);
      verified.delete(digest);
    }
    const user = await checkPassword(text.slice(0, colon), text.slice(colon + 1), ip);
    verified.set(digest, { pk: user.pk, updated_at: user.updated_at });
    return callerOf(user, 'basic', null);
  };

  return {
    async authenticate({ authorization, api_key, cookie, method, ip }) {
      if (api_key !== undefined) throw badCredentials('The API key is not valid');
      const [scheme, value] = authorization?.split(/ +/, 2) ?? [];
      switch (scheme?.toLowerCase()) {
        case undefined:
          break;
        case 'bearer':
          return bearer(value ?? '');
        case 'basic':
          return basic(value ?? '', ip);
        default:
          throw badCredentials('Use Bearer or Basic authorization');
      }
      const token = method === 'GET' || method === 'HEAD' ? readSessionCookie(cookie) : null;
      // A stale cookie is no attempt to sign in: the browser sends it by itself.
      const session = token === null ? null : sessions.find(token);
      return session?.user.is_active ? callerOf(session.user, 'jwt', session.jti) : null;
    },
  };
};

const callerOf = (user: UserRow, auth_method: AuthMethod, jti: string | null): Caller => ({
  user_pk: user.pk,
  user: userSummary(user),
  permissions: new Set<Permission>(effectivePermissions(user.role, user.permissions)),
  auth_method,
  jti,
});

const badCredentials = (message: string) =>
  new AppError('Unauthorized', message, { headers: { 'WWW-Authenticate': 'Bearer' } });
