import { createHmac, randomBytes } from 'node:crypto';

import { LRUCache } from 'lru-cache';

import { AppError } from '../../../shared/errors.ts';
import type { Caller } from '../../http/caller.ts';
import type { Authenticator } from '../../http/guard.ts';
import type { Origin } from '../../http/origin.ts';
import { fold } from '../../text/fold.ts';
import type { ApiKeysService } from '../api-keys/service.ts';
import type { SignInsService } from '../sign-ins/service.ts';
import { callerOf, versionOf } from './callers.ts';
import { readSessionCookie } from './cookie.ts';
import type { FoundCaller, RememberCallers } from './known-callers.ts';
import { signInKey } from './sign-in-names.ts';
import type { Sessions } from './sessions.ts';
import type { AuthStore, UserRow } from './store.ts';

const basicCacheMs = 5 * 60 * 1000;

/**
 * Checks a user name or an e-mail address and a password; throws Unauthorized, Forbidden while the address
 * is not confirmed, or TooManyRequests after many failures.
 */
export type CheckPassword = (name: string, password: string, from: Origin) => Promise<UserRow>;

/**
 * Finds out who calls: Bearer JWT, API key, HTTP Basic, or (GET and HEAD only) the session cookie.
 * Verified Basic credentials are remembered for five minutes under a keyed hash and forgotten as soon as
 * the user's row changes, so that a phone does not pay for password hashing on every page.
 */
export const createAuthenticator = ({
  store,
  sessions,
  apiKeys,
  checkPassword,
  remember,
  onKeyUse,
  signIns,
}: {
  store: AuthStore;
  sessions: Sessions;
  apiKeys: Pick<ApiKeysService, 'use' | 'useDigest' | 'live'>;
  checkPassword: CheckPassword;
  remember: RememberCallers;
  /** Told of every request that an API key or a session of one makes. */
  onKeyUse: (keyId: string, ip: string) => void;
  signIns: Pick<SignInsService, 'record' | 'seen'>;
}): Authenticator & {
  /** The caller whose API key has this MD5, or null: what KOReader sends instead of a password. */
  byDigest(name: string, digest: string, from: Origin): Caller | null;
  /** Who would call with a session of this user, or null: the shell asks for the person before it. */
  named(username: string): Caller | null;
  /** Whether a caller who opened a stream may go on reading with the rights of then. */
  stillValid(caller: Caller): boolean;
} => {
  const basicKey = randomBytes(32);
  const verified = new LRUCache<string, { pk: number; updated_at: string }>({
    max: 1000,
    ttl: basicCacheMs,
  });

  const bySession = remember((token) => {
    const session = sessions.find(token);
    if (!session?.user.is_active) return null;
    const { user, jti, expires_at, key_id } = session;
    const key = key_id === null ? null : apiKeys.live(key_id);
    if (key_id !== null && key === null) return null;
    const keyUntil = key?.expires_at ?? expires_at;
    const until = keyUntil < expires_at ? keyUntil : expires_at;
    return { caller: callerOf(user, 'jwt', { jti, key }), until };
  });

  const callerOfUsed = (used: ReturnType<ApiKeysService['use']>): FoundCaller | null => {
    const user = used && store.userByPk(used.key.user_pk);
    if (!used || !user?.is_active) return null;
    return { caller: callerOf(user, 'api_key', { key: used.key }), until: used.until };
  };
  const ofKey = remember((text) => callerOfUsed(apiKeys.use(text)));
  const ofDigest = remember((digest) => callerOfUsed(apiKeys.useDigest(digest)));

  const bearer = (token: string): Caller => {
    const caller = bySession(token);
    if (!caller) throw badCredentials('The token is not valid any more');
    return caller;
  };

  const byKey = (text: string): Caller => {
    const caller = ofKey(text);
    if (!caller) throw badCredentials('The API key is not valid');
    return caller;
  };

  /** The user name without a look into the database; an address may be the user name of somebody else. */
  const isNameOf = ({ user, user_pk }: Caller, typed: string): boolean => {
    const key = signInKey(typed);
    return fold(user.username) === key || store.userBySignInName(key)?.pk === user_pk;
  };

  /** A reader that asks for twenty covers at once has its password checked once. */
  const checks = new Map<string, Promise<UserRow>>();
  const checkOnce = (digest: string, check: () => Promise<UserRow>): Promise<UserRow> => {
    const checking = checks.get(digest) ?? check().finally(() => checks.delete(digest));
    checks.set(digest, checking);
    return checking;
  };

  const basic = async (encoded: string, from: Origin): Promise<Caller> => {
    const text = Buffer.from(encoded, 'base64').toString('utf8');
    const colon = text.indexOf(':');
    if (colon < 0 || text.length > 1400)
      throw badCredentials('The Basic credentials are malformed');
    // Programs that know nothing but a name and a password are given a key for the latter.
    const key = ofKey(text.slice(colon + 1));
    if (key && isNameOf(key, text.slice(0, colon))) return key;
    const digest = createHmac('sha256', basicKey).update(text).digest('base64');
    const known = verified.get(digest);
    if (known) {
      const user = store.userByPk(known.pk);
      if (user?.is_active && user.updated_at === known.updated_at) return callerOf(user, 'basic');
      verified.delete(digest);
    }
    const user = await checkOnce(digest, () =>
      checkPassword(text.slice(0, colon), text.slice(colon + 1), from),
    );
    verified.set(digest, { pk: user.pk, updated_at: user.updated_at });
    return callerOf(user, 'basic');
  };

  const find: Authenticator['authenticate'] = async ({
    authorization,
    api_key,
    cookie,
    method,
    ...from
  }) => {
    if (api_key !== undefined) return byKey(api_key);
    const [scheme, value] = authorization?.split(/ +/, 2) ?? [];
    switch (scheme?.toLowerCase()) {
      case undefined:
        break;
      case 'bearer':
        return value?.startsWith('octavo_') ? byKey(value) : bearer(value ?? '');
      case 'basic':
        return basic(value ?? '', from);
      default:
        throw badCredentials('Use Bearer or Basic authorization');
    }
    const token = method === 'GET' || method === 'HEAD' ? readSessionCookie(cookie) : null;
    // A stale cookie is no attempt to sign in: the browser sends it by itself.
    return token === null ? null : bySession(token);
  };
  const noticed = (caller: Caller, from: Origin): Caller => {
    const { user_pk, key_id, auth_method } = caller;
    if (key_id !== null) onKeyUse(key_id, from.ip);
    // A session was recorded when it began.
    if (auth_method !== 'jwt') {
      const source = auth_method === 'basic' ? 'password' : 'api_key';
      signIns.seen({ user_pk, key_id, source, ip: from.ip, client: from.client });
    }
    return caller;
  };

  return {
    async authenticate(credentials) {
      const caller = await find(credentials);
      return caller && noticed(caller, credentials);
    },

    named(username) {
      const user = store.userByName(fold(username));
      return user?.is_active ? callerOf(user, 'jwt') : null;
    },

    byDigest(name, digest, from) {
      const caller = ofDigest(digest);
      if (caller && isNameOf(caller, name)) return noticed(caller, from);
      const user = store.userBySignInName(signInKey(name));
      if (user) {
        signIns.record({ ...from, user_pk: user.pk, source: 'api_key', failure: 'wrong_key' });
      }
      return null;
    },

    stillValid({ user_pk, jti, key_id, version }) {
      const user = store.userByPk(user_pk);
      if (!user?.is_active) return false;
      const key = key_id === null ? null : apiKeys.live(key_id);
      if (key_id !== null && key === null) return false;
      return versionOf(user, key) === version && (jti === null || sessions.isLive(jti));
    },
  };
};

const badCredentials = (message: string) =>
  new AppError('Unauthorized', message, { headers: { 'WWW-Authenticate': 'Bearer' } });
