import { noRestrictions, type Restrictions } from '../../../shared/api/restrictions.ts';
import type {
  countVisibleSeries,
  CreateUser,
  listUsers,
  UpdateUser,
  User,
} from '../../../shared/api/users.ts';
import type { EndpointParsed, EndpointResult } from '../../../shared/endpoint.ts';
import { AppError, badField, notFound } from '../../../shared/errors.ts';
import { effectivePermissions, rolePermissions, type Role } from '../../../shared/permissions.ts';
import { newId } from '../../database/ids.ts';
import { type ListPage, sortedPage } from '../../database/json.ts';
import type { Caller } from '../../http/api/caller.ts';
import { ascending, naturalCompare } from '../../text/natural.ts';
import { noPassword, type Passwords } from '../auth/passwords.ts';
import type { AuthService } from '../auth/service.ts';
import { claimNames, normalizeEmail, signInKey } from '../auth/sign-in-names.ts';
import { effectiveRestrictions } from './restrictions-store.ts';
import type { UserFields, UsersStore } from './store.ts';

/** Rights that another server decides; undefined: not decided there. */
export interface AssignedRights {
  role: Role | undefined;
  /** The only libraries that are visible; unknown ids are left out. */
  library_ids: readonly string[] | undefined;
}

export interface UsersService {
  list(query: EndpointParsed<typeof listUsers>['query']): ListPage<User>;
  get(id: string): User;
  /**
   * A user whom the caller can manage. Throws Forbidden for one with permissions that the caller
   * lacks.
   */
  managed(caller: Caller, id: string): User;
  /**
   * Throws Forbidden for permissions that the caller lacks, Conflict for a name or address in use,
   * and for an admin with restrictions.
   */
  create(caller: Caller, user: CreateUser): Promise<User>;
  /** Adds a self-registered reader; `pending` until the address is confirmed. Throws Conflict. */
  register(
    user: {
      username: string;
      password: string;
      email: string | null;
      restrictions?: Restrictions | null;
    },
    pending: boolean,
  ): Promise<User>;
  /** Adds a reader without a password, who signs in through another server. Throws Conflict. */
  admit(user: { username: string; email: string | null }): User;
  /**
   * Applies the permissions that another server decided; sessions end if the role changed. Returns false for
   * the last admin, who keeps theirs.
   */
  assign(id: string, rights: AssignedRights): boolean;
  /** Changed permissions and restrictions apply at once, to requests and open streams. */
  update(caller: Caller, id: string, changes: UpdateUser): Promise<User>;
  remove(caller: Caller, id: string): void;
  countVisible(restrictions: Restrictions): EndpointResult<typeof countVisibleSeries>;
}

export const createUsersService = ({
  store,
  passwords,
  refuseOwn,
  clock,
  onChange,
}: {
  store: UsersStore;
  passwords: Pick<Passwords, 'hash'>;
  refuseOwn: AuthService['refuseOwn'];
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
    list: (query) => sortedPage(store.all(), query, compareBy(query.sort.field)),
    get: found,
    managed(caller, id) {
      const user = found(id);
      refuseEscalation(caller, user);
      return user;
    },
    async create(caller, { password, ...given }) {
      const user = { ...defaults, ...sent(given) };
      refuseManaging(caller);
      refuseEscalation(caller, user);
      refuseRestrictedAdmin(user, given);
      refuseUnknownLibrary(given);
      const hash = await passwords.hash(password);
      const fields = withNewId(user);
      claimNames(fields, () => store.overUnconfirmed(fields, () => store.insert(fields, hash)));
      return found(fields.id);
    },
    async register({ password, ...given }, pending) {
      const hash = await passwords.hash(password);
      const fields = withNewId({ ...defaults, ...given, ...ownAddress(pending) });
      claimNames(fields, () => store.transaction(() => store.insert(fields, hash)));
      return found(fields.id);
    },
    admit(given) {
      const fields = withNewId({ ...defaults, ...given });
      claimNames(fields, () =>
        store.overUnconfirmed(fields, () => store.insert(fields, noPassword)),
      );
      return found(fields.id);
    },
    assign(id, { role, library_ids }) {
      const before = found(id);
      const keepsRole = role === undefined || role === before.role || isLastAdmin(before);
      const after = { ...before, role: keepsRole ? before.role : role };
      const restrictions =
        library_ids === undefined
          ? before.restrictions
          : { ...(before.restrictions ?? noRestrictions), library_ids: [...library_ids] };
      const rights = after.role === 'admin' ? unrestricted : { restrictions };
      const fields = fieldsOf({ ...after, ...rights });
      // Every sign-in asks for the same rights again, and a write would end open streams.
      if (rightsKey(fields) !== rightsKey(before)) {
        store.transaction(() => store.update(fields, null));
        if (!keepsRole) store.endSessions(id, null);
        onChange();
      }
      return role === undefined || role === fields.role;
    },
    async update(caller, id, { password, ...changes }) {
      refuseManaging(caller);
      const known = found(id);
      refuseEscalation(caller, known);
      if (password !== undefined || { ...known, ...sent(changes) }.email !== known.email) {
        refuseOwn(caller, id);
      }
      refuseUnknownLibrary(changes);
      const hash = password === undefined ? null : await passwords.hash(password);
      const before = found(id);
      const wanted = { ...before, ...sent(changes) };
      refuseEscalation(caller, wanted);
      refuseRestrictedAdmin(wanted, changes);
      const after = fieldsOf(wanted.role === 'admin' ? { ...wanted, ...unrestricted } : wanted);
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
      refuseManaging(caller);
      refuseEscalation(caller, user);
      refuseLastAdmin(user, 'deleted');
      store.remove(id);
      onChange();
    },
    countVisible: store.countVisible,
  };

  /** A person who sees only a part could otherwise see the rest through another account. */
  function refuseManaging({ user }: Caller): void {
    const { restrictions, can_download } = found(user.id);
    if (restrictions === null && can_download) return;
    throw new AppError(
      'Forbidden',
      'You see or download only a part of the library yourself, so you cannot manage people',
    );
  }

  function refuseUnknownLibrary({
    restrictions,
  }: {
    restrictions?: Restrictions | null | undefined;
  }) {
    const id = store.unknownLibrary(restrictions?.library_ids ?? []);
    if (id !== undefined) {
      throw badField('body.restrictions.library_ids', `There is no library ${id}`);
    }
  }

  function isLastAdmin({ id, role, is_active }: User): boolean {
    return role === 'admin' && is_active && !store.hasOtherAdmin(id);
  }

  function refuseLastAdmin(user: User, what: string): void {
    if (!isLastAdmin(user)) return;
    throw new AppError('Conflict', `The last active admin cannot be ${what}`);
  }
};

const defaults = {
  email: null,
  role: 'reader',
  permissions: [],
  can_download: true,
  restrictions: null,
  is_active: true,
  verification_pending: false,
} as const satisfies Partial<UserFields>;

const compareBy =
  (field: Parameters<UsersService['list']>[0]['sort']['field']) =>
  (a: User, b: User): number =>
    naturalCompare(a[field] ?? '', b[field] ?? '') || ascending(a.id, b.id);

/** The address of a self-registered person. */
const ownAddress = (pending: boolean) => ({
  verification_pending: pending,
  email_claimed: !pending,
});

const unrestricted = { can_download: true, restrictions: null } as const;

/** Equal for the same role and restrictions, whatever the order of the libraries. */
const rightsKey = ({
  role,
  can_download,
  restrictions,
}: Pick<UserFields, 'role' | 'can_download' | 'restrictions'>): string =>
  JSON.stringify([
    role,
    can_download,
    restrictions && { ...restrictions, library_ids: restrictions.library_ids?.toSorted() ?? null },
  ]);

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
  user: Pick<UserFields, 'role' | 'permissions' | 'can_download'>,
): void => {
  const lacking = effectivePermissions(user).find(
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

/** An admin could lift the restrictions at any time. */
const refuseRestrictedAdmin = (
  { role }: Pick<UserFields, 'role'>,
  { can_download = true, restrictions = null }: UpdateUser,
): void => {
  if (role !== 'admin' || (can_download && effectiveRestrictions(restrictions) === null)) return;
  throw new AppError(
    'Conflict',
    'An admin sees and downloads everything; choose another role to restrict this person',
  );
};
