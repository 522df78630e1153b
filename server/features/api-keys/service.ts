import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

import {
  type ApiKey,
  type CreateApiKey,
  type CreatedApiKey,
  maxApiKeys,
  type UpdateApiKey,
} from '../../../shared/api/api-keys.ts';
import { AppError, notFound } from '../../../shared/errors.ts';
import { readingPermissions, type Permission } from '../../../shared/permissions.ts';
import { newId } from '../../database/ids.ts';
import type { ListPage } from '../../database/json.ts';
import { type LateWrite, writeAtOnce } from '../../database/write-lock.ts';
import type { Caller } from '../../http/api/caller.ts';
import { refuseUnlessChanging } from './changing.ts';
import type { ApiKeyQuery, ApiKeysStore, KeyRow, NewKey, OwnKey } from './store.ts';

/** Minimum interval between writes of `last_used_at`, ms. */
const usedAgainMs = 60_000;

/** A currently valid key, as the authenticator needs it. */
export type LiveKey = Pick<
  KeyRow,
  'id' | 'user_pk' | 'permissions' | 'expires_at' | 'apps_can_change' | 'updated_at'
>;

export interface ApiKeysService {
  list(caller: Caller, query: ApiKeyQuery): ListPage<ApiKey>;
  get(caller: Caller, id: string): ApiKey;
  /** All keys of the caller, newest first. */
  all(caller: Caller): OwnKey[];
  /**
   * Throws Forbidden for a permission that the caller lacks. A key can create child keys, which
   * grant no more than it does and expire with it; child keys cannot create keys. Throws Conflict beyond the limit.
   */
  create(caller: Caller, key: CreateApiKey): CreatedApiKey;
  /** Deduplicates and sorts permissions; throws Forbidden for one that the caller lacks. */
  granted(caller: Caller, permissions: readonly Permission[]): Permission[];
  /**
   * Creates a key for any user from permissions already checked by `granted`; `key` is its text. Throws Conflict
   * beyond the limit.
   */
  issue(
    userPk: number,
    key: { name: string; permissions: Permission[] },
  ): { id: string; key: string };
  update(caller: Caller, id: string, changes: UpdateApiKey): ApiKey;
  remove(caller: Caller, id: string): void;
  /**
   * Finds the key of a request; null if it is unknown, revoked or expired. Records the use. `until` is when
   * the next use must be recorded, unless the key changes earlier.
   */
  use(text: string): { key: LiveKey; until: string } | null;
  /** Like `use`, by the MD5 of the key's text, because KOReader sends nothing else. */
  useDigest(digest: string): { key: LiveKey; until: string } | null;
  /** The current state of the key, or null if it was revoked or has expired. */
  live(id: string): LiveKey | null;
}

export const createApiKeysService = ({
  store,
  clock,
  lateWrite = writeAtOnce,
  onChange,
}: {
  store: ApiKeysStore;
  clock: () => Date;
  lateWrite?: LateWrite;
  /** Called when a key is changed or revoked, to revalidate open streams. */
  onChange: () => void;
}): ApiKeysService => {
  const found = (caller: Caller, id: string): ApiKey => {
    const key = store.get(caller.user_pk, id);
    if (!key) throw notFound('API key', id);
    return key;
  };
  const isLive = ({ expires_at }: KeyRow) =>
    expires_at === null || expires_at > clock().toISOString();

  const issue = (
    userPk: number,
    key: Pick<NewKey, 'name' | 'permissions' | 'expires_at' | 'apps_can_change' | 'parent_id'>,
  ): { id: string; key: string } => {
    const { key: text, key_prefix } = makeKey();
    const id = newId();
    const isAdded = store.insert({
      ...key,
      id,
      user_pk: userPk,
      key_prefix,
      key_hash: sha256(text).toString('hex'),
      key_md5: md5(text),
      now: clock().toISOString(),
    });
    if (!isAdded) {
      throw new AppError(
        'Conflict',
        `A person can have at most ${maxApiKeys} API keys and devices. Delete one that is no longer used.`,
      );
    }
    return { id, key: text };
  };

  /** Expiry of a key that the caller creates or changes. A key cannot outlive the key that creates it. */
  const endFor = ({ key_id }: Caller, wanted: string | null | undefined): string | null => {
    const own = key_id === null ? null : (store.rowById(key_id)?.expires_at ?? null);
    const end = instant(wanted ?? null);
    if (own === null || (end !== null && end <= own)) return end;
    if (wanted === undefined) return own;
    throw new AppError('Forbidden', 'An API key cannot outlive the key that creates it');
  };

  /** The effective key. It grants at most the current permissions of its parent key. */
  const live = (row: KeyRow | null): KeyRow | null => {
    if (!row || !isLive(row)) return null;
    if (row.parent_id === null) return row;
    const parent = store.rowById(row.parent_id);
    if (!parent || !isLive(parent)) return null;
    return {
      ...row,
      permissions: row.permissions.filter((name) => parent.permissions.includes(name)),
      expires_at: earlier(row.expires_at, parent.expires_at),
      apps_can_change: row.apps_can_change && parent.apps_can_change,
      updated_at: `${row.updated_at} ${parent.updated_at}`,
    };
  };

  const used = (row: KeyRow | null): { key: LiveKey; until: string } | null => {
    const key = live(row);
    if (!key) return null;
    const now = clock();
    const usedBefore = key.last_used_at === null ? 0 : Date.parse(key.last_used_at);
    const isNew = now.getTime() - usedBefore >= usedAgainMs;
    if (isNew) lateWrite(() => store.touch(key.id, now.toISOString()));
    const again = new Date((isNew ? now.getTime() : usedBefore) + usedAgainMs).toISOString();
    return { key, until: earlier(key.expires_at, again) ?? again };
  };

  return {
    list: (caller, query) => store.list(caller.user_pk, query),
    get: found,
    all: (caller) => store.all(caller.user_pk),
    create(caller, { name, permissions, expires_at, apps_can_change = false }) {
      const maker = caller.key_id === null ? null : store.rowById(caller.key_id);
      if (maker && maker.parent_id !== null) {
        throw new AppError(
          'Forbidden',
          'An API key that was created by another key cannot create one',
        );
      }
      if (apps_can_change) refuseUnlessChanging(caller);
      const expires = endFor(caller, expires_at);
      if (expires !== null && expires <= clock().toISOString()) {
        throw new AppError('BadRequest', 'body.expires_at: Enter a time in the future', {
          details: [{ path: 'body.expires_at', message: 'Enter a time in the future' }],
        });
      }
      const { id, key } = issue(caller.user_pk, {
        name,
        permissions: granted(
          caller,
          permissions ?? readingPermissions.filter((name) => caller.permissions.has(name)),
        ),
        expires_at: expires,
        apps_can_change,
        parent_id: caller.key_id,
      });
      return { ...found(caller, id), key };
    },
    update(caller, id, { name, permissions, expires_at, apps_can_change }) {
      const before = found(caller, id);
      if (apps_can_change === true && !before.apps_can_change) refuseUnlessChanging(caller);
      store.update({
        id,
        name: name ?? before.name,
        permissions: permissions ? granted(caller, permissions) : before.permissions,
        expires_at: expires_at === undefined ? before.expires_at : endFor(caller, expires_at),
        apps_can_change: apps_can_change ?? before.apps_can_change,
        now: clock().toISOString(),
      });
      onChange();
      return found(caller, id);
    },
    remove(caller, id) {
      if (!store.remove(caller.user_pk, id)) throw notFound('API key', id);
      onChange();
    },
    granted,
    issue: (userPk, key) =>
      issue(userPk, { ...key, expires_at: null, apps_can_change: false, parent_id: null }),
    use(text) {
      const prefix = prefixOf(text);
      const row = prefix === null ? null : store.rowByPrefix(prefix);
      if (!row || !timingSafeEqual(sha256(text), Buffer.from(row.key_hash, 'hex'))) return null;
      return used(row);
    },
    useDigest: (digest) => used(store.rowByDigest(digest)),
    live: (id) => live(store.rowById(id)),
  };
};

const granted = (caller: Caller, permissions: readonly Permission[]): Permission[] => {
  const lacking = permissions.find((name) => !caller.permissions.has(name));
  if (lacking !== undefined) {
    throw new AppError('Forbidden', `You lack the permission ${lacking} and cannot grant it`, {
      details: { permission: lacking },
    });
  }
  return [...new Set(permissions)].sort();
};

/** The earlier of two expiries; null means none. */
const earlier = (a: string | null, b: string | null): string | null =>
  a === null || (b !== null && b < a) ? b : a;

/** Normalises a time for storage and comparison: ISO 8601 with milliseconds. */
const instant = (time: string | null): string | null =>
  time === null ? null : new Date(time).toISOString();

const shape = /^octavo_([0-9a-f]{12})_[0-9a-f]{64}$/;

/** A new key, `octavo_<key_prefix>_<secret_part>`: the secret is 256 random bits. */
const makeKey = (): { key: string; key_prefix: string } => {
  const key_prefix = randomBytes(6).toString('hex');
  return { key: `octavo_${key_prefix}_${randomBytes(32).toString('hex')}`, key_prefix };
};

/** The prefix of a well-formed key, otherwise null. */
const prefixOf = (text: string): string | null => shape.exec(text)?.[1] ?? null;

/** One round suffices, because 256 random bits cannot be guessed. */
const sha256 = (key: string): Buffer => createHash('sha256').update(key).digest();

/** KOReader sends this in place of the key, because it hashes its password before sending it. */
const md5 = (key: string): string => createHash('md5').update(key).digest('hex');
