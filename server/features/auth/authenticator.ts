import { createHmac, randomBytes } from 'node:crypto';

import { LRUCache } from 'lru-cache';

import { AppError } from '../../../shared/errors.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { Authenticator } from '../../http/security/guard.ts';
import type { Origin } from '../../http/net/origin.ts';
import type { Requester } from '../../lib/requester.ts';
import { toSearchKey } from '../../text/search-key.ts';
import type { ApiKeysService } from '../api-keys/service.ts';
import type { SignInsService } from '../sign-ins/service.ts';
import { callerOf, versionOf } from './callers.ts';
import { readSessionCookie } from './cookie.ts';
import type { FoundCaller, CallerCache } from './caller-cache.ts';
import { signInKey } from './sign-in-names.ts';
import type { Sessions } from './sessions.ts';
import type { AuthStore, UserRow } from './store.ts';

const basicCacheMs = 5 * 60 * 1000;

/**
 * Verifies a user name or e-mail address and a password. With two-factor sign-in, also verifies the code
 * unless `second` is 'skip'. Throws Unauthorized, Forbidden while the e-mail address is unconfirmed, or
 * TooManyRequests after many failures.
 */
export type CheckPassword = (
  name: string,
  password: string,
  from: Origin,
  second: { code: string | undefined } | 'skip',
) => Promise<UserRow>;

/** Checks Basic credentials, which cannot contain a code. */
type CheckBasic = (name: string, password: string, from: Origin) => Promise<UserRow>;

/**
 * Checks Basic credentials. Verified ones are cached for five minutes under a keyed hash and dropped
 * as soon as the user's row changes, so that a phone does not pay for password hashing on every
 * page.
 */
const createBasicCheck = (
  store: Pick<AuthStore, 'userByPk'>,
  checkPassword: CheckPassword,
): CheckBasic => {
  const basicKey = randomBytes(32);
  const verified = new LRUCache<string, { pk: number; updated_at: string }>({
    max: 1000,
    ttl: basicCacheMs,
  });
  /** Concurrent requests with the same credentials share one password check. */
  const checks = new Map<string, Promise<UserRow>>();
  const checkOnce = (digest: string, check: () => Promise<UserRow>): Promise<UserRow> => {
    const checking = checks.get(digest) ?? check().finally(() => checks.delete(digest));
    checks.set(digest, checking);
    return checking;
  };

  const check: CheckBasic = async (name, password, from) => {
    const digest = createHmac('sha256', basicKey).update(`${name}:${password}`).digest('base64');
    const known = verified.get(digest);
    if (known) {
      const user = store.userByPk(known.pk);
      if (user?.is_active && user.updated_at === known.updated_at) return user;
      verified.delete(digest);
    }
    const user = await checkOnce(digest, () => checkPassword(name, password, from, 'skip'));
    verified.set(digest, { pk: user.pk, updated_at: user.updated_at });
    return user;
  };
  return async (...credentials) => {
    const user = await check(...credentials);
    if (!user.second_factor) return user;
    throw badCredentials(
      'This account asks for a code at sign-in. Make an API key in Octavo under Settings › Account and use it as the password.',
      { reason: 'api_key_required' },
    );
  };
};

interface AuthenticatorParts {
  store: AuthStore;
  sessions: Sessions;
  apiKeys: Pick<ApiKeysService, 'use' | 'useDigest' | 'live'>;
  checkPassword: CheckPassword;
  remember: CallerCache;
  /** Called for every request made with an API key or a session of one. */
  onKeyUse: (keyId: string, ip: string) => void;
  /** Called with the caller of each request; a later call replaces an earlier one. */
  identify: Requester['identify'];
  signIns: Pick<SignInsService, 'record' | 'seen'>;
}

export interface CallerAuthenticator extends Authenticator {
  /** The caller whose API key has this MD5, or null: KOReader sends it instead of a password. */
  byDigest(name: string, digest: string, from: Origin): Caller | null;
  /** Records a sign-in attempt for this name with a key of another user. */
  recordWrongKey(name: string, from: Origin): void;
  /**
   * The caller that a session of this user would have, or null; used by the desktop shell before
   * anyone signs in.
   */
  named(username: string): Caller | null;
  /** Whether the caller of an open stream still has the rights it was opened with. */
  stillValid(caller: Caller): boolean;
}

/**
 * Identifies the caller by Bearer JWT, API key, HTTP Basic, or (GET and HEAD only) the session
 * cookie.
 */
export const createAuthenticator = ({
  store,
  sessions,
  apiKeys,
  checkPassword,
  remember,
  onKeyUse,
  identify,
  signIns,
}: AuthenticatorParts): CallerAuthenticator => {
  const bySession = remember((token) => {
    const session = sessions.use(token);
    if (!session?.user.is_active) return null;
    const { user, jti, until: sessionUntil, key_id } = session;
    const key = key_id === null ? null : apiKeys.live(key_id);
    if (key_id !== null && key === null) return null;
    const keyUntil = key?.expires_at ?? sessionUntil;
    const until = keyUntil < sessionUntil ? keyUntil : sessionUntil;
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
    if (!caller) throw badCredentials('The token is no longer valid');
    return caller;
  };

  const byKey = (text: string): Caller => {
    const caller = ofKey(text);
    if (!caller) throw badCredentials('The API key is not valid');
    return caller;
  };

  /**
   * Compares the user name first, without a database query. An e-mail address needs the query, because it may
   * also be the user name of another account.
   */
  const isNameOf = ({ user, user_pk }: Caller, typed: string): boolean => {
    const key = signInKey(typed);
    return toSearchKey(user.username) === key || store.userBySignInName(key)?.pk === user_pk;
  };

  const basicUser = createBasicCheck(store, checkPassword);
  const basic = async (encoded: string, from: Origin): Promise<Caller> => {
    const [name, password] = decodeBasic(encoded);
    // Clients that only support a name and a password can send an API key as the password.
    const key = ofKey(password);
    if (key && isNameOf(key, name)) return key;
    return callerOf(await basicUser(name, password, from), 'basic');
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
    // A stale cookie is not counted as a failed sign-in, because browsers send it automatically.
    return token === null ? null : bySession(token);
  };
  const noticed = (caller: Caller, from: Origin): Caller => {
    const { user, user_pk, key_id, auth_method, jti, restricted } = caller;
    identify(user.id, restricted ? user_pk : null);
    if (jti !== null) sessions.seen(jti);
    if (key_id !== null) onKeyUse(key_id, from.ip);
    // JWT sessions were recorded when they began.
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
      const user = store.userByName(toSearchKey(username));
      return user?.is_active ? callerOf(user, 'jwt') : null;
    },

    byDigest(name, digest, from) {
      const caller = ofDigest(digest);
      return caller && isNameOf(caller, name) ? noticed(caller, from) : null;
    },

    recordWrongKey(name, from) {
      const user = store.userBySignInName(signInKey(name));
      if (user) {
        signIns.record({ ...from, user_pk: user.pk, source: 'api_key', failure: 'wrong_key' });
      }
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

/** The name and password of Basic credentials (RFC 7617); throws Unauthorized. */
const decodeBasic = (encoded: string): [name: string, password: string] => {
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0 || text.length > 1400) throw badCredentials('The Basic credentials are malformed');
  return [text.slice(0, colon), text.slice(colon + 1)];
};

const badCredentials = (message: string, details: { reason: string } | null = null) =>
  new AppError('Unauthorized', message, { details, headers: { 'WWW-Authenticate': 'Bearer' } });
