import type { CreateUser, listUsers, UpdateUser, User } from '../../../shared/api/users.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';
import { AppError, notFound } from '../../../shared/errors.ts';
import { effectivePermissions, rolePermissions } from '../../../shared/permissions.ts';
import { newId } from '../../database/ids.ts';
import type { ListPage } from '../../database/json.ts';
import type { Caller } from '../../http/api/caller.ts';
import { naturalCompare } from '../../text/natural.ts';
import type { Passwords } from '../auth/passwords.ts';
import { claimNames, normalizeEmail, signInKey } from '../auth/sign-in-names.ts';
import type { UserFields, UsersStore } from './store.ts';

export interface UsersService {
  list(query: EndpointParsed<typeof listUsers>['query']): ListPage<User>;
  get(id: string): User;
  /**
   * A user whom the caller can manage. Throws Forbidden for one with permissions that the caller
   * lacks.
   */
  managed(caller: Caller, id: string): User;
  /**
   * Throws Forbidden for permissions that the caller lacks, Conflict for a name or address in use.
   */
  create(caller: Caller, user: CreateUser): Promise<User>;
  /** Adds a self-registered reader; `pending` until the address is confirmed. Throws Conflict. */
  register(
    user: { username: string; password: string; email: string | null },
    pending: boolean,
  ): Promise<User>;
  /** Changed permissions apply at once, to requests and open streams. */
  update(caller: Caller, id: string, changes: UpdateUser): Promise<User>;
  remove(caller: Caller, id: string): void;
}

export const createUsersService = ({
  store,
  passwords,
  clock,
  onChange,
}: {
  store: UsersStore;
  passwords: Pick<Passwords, 'hash'>;
  clock: () => Date;
  /** Called when a user's permissions change: open streams are revalidated. */
  onChange: () => void;
}): UsersService => {
  const found = (id: string): User => {
    const user = store.get(id);
    if (!user) throw notFound('User', id);
    return user;
  };
  const fieldsOf = (user: Omit<UserFields, 'username_key' | 'email_key' | 'now'>): UserFields => ({
    ...user,
    permissions: [...new Set(user.permissions)].sort(),
    username_key: signInKey(user.username),
    email_key: normalizeEmail(user.email),
    now: clock().toISOString(),
  });
  const withNewId = (user: Omit<UserFields, 'id' | 'username_key' | 'email_key' | 'now'>) =>
    fieldsOf({ ...user, id: newId() });

  return {
    list({ page, pageSize, sort: { field, direction } }) {
      const sign = direction === 'asc' ? 1 : -1;
      const users = store
        .all()
        .sort(
          (a, b) =>
            sign * (naturalCompare(a[field] ?? '', b[field] ?? '') || (a.id < b.id ? -1 : 1)),
        );
      const start = (page - 1) * pageSize;
      return { data: users.slice(start, start + pageSize), total: users.length };
    },
    get: found,
    managed(caller, id) {
      const user = found(id);
      refuseEscalation(caller, user);
      return user;
    },
    async create(caller, { password, ...given }) {
      const user = { ...defaults, ...sent(given) };
      refuseEscalation(caller, user);
      const hash = await passwords.hash(password);
      const fields = withNewId(user);
      claimNames(fields, () => store.overUnconfirmed(fields, () => store.insert(fields, hash)));
      return found(fields.id);
    },
    async register({ password, ...given }, pending) {
      const hash = await passwords.hash(password);
      const fields = withNewId({ ...defaults, ...given, verification_pending: pending });
      claimNames(fields, () => store.insert(fields, hash));
      return found(fields.id);
    },
    async update(caller, id, { password, ...changes }) {
      refuseEscalation(caller, found(id));
      const hash = password === undefined ? null : await passwords.hash(password);
      const before = found(id);
      const after = fieldsOf({ ...before, ...sent(changes) });
      refuseEscalation(caller, after);
      const staysAdmin = after.role === 'admin' && after.is_active;
      if (!staysAdmin) refuseLastAdmin(before, 'demoted or deactivated');
      claimNames(after, () => store.overUnconfirmed(after, () => store.update(after, hash)));
      const rightsChanged = after.role !== before.role || after.is_active !== before.is_active;
      if (rightsChanged) store.endSessions(id, null);
      // Changing one's own password keeps the current session.
      else if (hash !== null) store.endSessions(id, caller.jti);
      onChange();
      return found(id);
    },
    remove(caller, id) {
      const user = found(id);
      if (id === caller.user.id)
        throw new AppError('Conflict', 'You cannot delete your own account');
      refuseEscalation(caller, user);
      refuseLastAdmin(user, 'deleted');
      store.remove(id);
      onChange();
    },
  };

  function refuseLastAdmin({ id, role, is_active }: User, what: string): void {
    if (role !== 'admin' || !is_active || store.hasOtherAdmin(id)) return;
    throw new AppError('Conflict', `The last active admin cannot be ${what}`);
  }
};

const defaults = {
  email: null,
  role: 'reader',
  permissions: [],
  is_active: true,
  verification_pending: false,
} as const satisfies Partial<UserFields>;

/** Returns only the given fields. */
const sent = <T extends object>(given: T) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]: Exclude<T[Name], undefined>;
  };

/**
 * Prevents privilege escalation: callers cannot create, take over or delete an account with more
 * permissions than their own. A key with only `users-write` or `users-delete` therefore manages
 * readers, not admins.
 */
const refuseEscalation = (
  caller: Caller,
  { role, permissions }: Pick<UserFields, 'role' | 'permissions'>,
): void => {
  const lacking = effectivePermissions(role, permissions).find(
    (name) => !rolePermissions.reader.includes(name) && !caller.permissions.has(name),
  );
  if (lacking === undefined) return;
  throw new AppError(
    'Forbidden',
    `You lack the permission ${lacking}, which this user has or would have`,
    {
      details: { permission: lacking },
    },
  );
};
