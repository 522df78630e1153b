import type { AuthMethod } from '../../../shared/api/auth.ts';
import { effectivePermissions, type Permission } from '../../../shared/permissions.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { LiveKey } from '../api-keys/service.ts';
import { userSummary } from './sessions.ts';
import type { UserRow } from './store.ts';

/** The caller for a user, restricted to the permissions of the API key if one was used. */
export const callerOf = (
  user: UserRow,
  auth_method: AuthMethod,
  { jti = null, key = null }: { jti?: string | null; key?: LiveKey | null } = {},
): Caller => {
  const granted = effectivePermissions(user);
  const permissions = user.restricted
    ? granted.filter((name) => !neverRestricted.has(name))
    : granted;
  return {
    user_pk: user.pk,
    user: userSummary(user),
    permissions: new Set(
      key ? permissions.filter((name) => key.permissions.includes(name)) : permissions,
    ),
    auth_method,
    jti,
    key_id: key?.id ?? null,
    restricted: user.restricted,
    apps_can_change: key ? key.apps_can_change : user.apps_can_change,
    version: versionOf(user, key),
  };
};

/**
 * Permissions that users with content restrictions never have, because they would allow access to files
 * outside of the libraries, to copies of the database, or to the restrictions themselves.
 */
const neverRestricted: ReadonlySet<Permission> = new Set<Permission>([
  'system-admin',
  'users-read',
  'users-write',
  'users-delete',
]);

/** Version of a caller's rights, which changes with the account and the key. */
export const versionOf = (user: UserRow, key: LiveKey | null): string =>
  `${user.updated_at} ${user.restricted} ${key?.updated_at ?? ''}`;
