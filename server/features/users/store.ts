import { jsonBoolean } from '../../database/json.ts';
import type { Restrictions } from '../../../shared/api/restrictions.ts';
import type { User } from '../../../shared/api/users.ts';
import type { Permission, Role } from '../../../shared/permissions.ts';
import type { Database } from '../../database/types.ts';
import { createRestrictionsStore, restrictionsJson } from './restrictions-store.ts';

/** All written fields of a user; `…_key` fields are normalised for comparison. */
export interface UserFields {
  id: string;
  username: string;
  username_key: string;
  email: string | null;
  email_key: string | null;
  role: Role;
  permissions: Permission[];
  can_download: boolean;
  restrictions: Restrictions | null;
  is_active: boolean;
  verification_pending: boolean;
  /** Of another address than before, see `UserRow`; default: false. */
  email_claimed?: boolean;
  /** Time of the write. */
  now: string;
}

const userJson = `json_object('id', u.id, 'username', u.username, 'email', u.email, 'role', u.role,
  'permissions', json(u.permissions), 'can_download', ${jsonBoolean('u.can_download')},
  'restrictions', ${restrictionsJson('u.pk')}, 'is_active', ${jsonBoolean('u.is_active')},
  'verification_pending', ${jsonBoolean('u.verification_pending')},
  'verification_link', (SELECT link FROM email_verifications v
    WHERE v.user_pk = u.pk AND v.expires_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  'second_factor', ${jsonBoolean('EXISTS (SELECT 1 FROM totp t WHERE t.user_pk = u.pk AND t.confirmed_at IS NOT NULL)')},
  'passkey_count', (SELECT count(*) FROM passkeys p WHERE p.user_pk = u.pk),
  'last_login_at', u.last_login_at, 'created_at', u.created_at, 'updated_at', u.updated_at)`;

export const createUsersStore = (database: Database) => {
  const all = database.prepare<[], string>(`SELECT ${userJson} FROM users u`).pluck();
  const byId = database
    .prepare<[string], string>(`SELECT ${userJson} FROM users u WHERE id = ?`)
    .pluck();
  const releaseUnconfirmed = database.prepare(
    `UPDATE users SET email = NULL, email_key = NULL, updated_at = @now
     WHERE verification_pending AND email_key IN (@username_key, @email_key) AND id <> @id`,
  );
  const otherAdmin = database
    .prepare<[string], number>(
      `SELECT EXISTS (SELECT 1 FROM users WHERE role = 'admin' AND is_active
         AND NOT verification_pending AND id <> ?)`,
    )
    .pluck();
  const insert = database.prepare(
    `INSERT INTO users (id, username, username_key, email, email_key, password_hash, role, permissions,
       can_download, is_active, verification_pending, email_claimed, created_at, updated_at)
     VALUES (@id, @username, @username_key, @email, @email_key, @password_hash, @role, @permissions,
       @can_download, @is_active, @verification_pending, @email_claimed, @now, @now)`,
  );
  const update = database.prepare(
    `UPDATE users SET username = @username, username_key = @username_key, email = @email,
       email_key = @email_key, email_claimed = iif(email_key IS @email_key, email_claimed, @email_claimed),
       password_hash = coalesce(@password_hash, password_hash), role = @role,
       permissions = @permissions, can_download = @can_download, is_active = @is_active, updated_at = @now WHERE id = @id`,
  );
  const endSessions = database.prepare(
    `DELETE FROM sessions WHERE user_pk = (SELECT pk FROM users WHERE id = @id) AND jti IS NOT @keep`,
  );
  const remove = database.prepare('DELETE FROM users WHERE id = ?');
  const restrictions = createRestrictionsStore(database);

  return {
    all: (): User[] => all.all().map((json) => JSON.parse(json) as User),
    get(id: string): User | undefined {
      const json = byId.get(id);
      return json === undefined ? undefined : (JSON.parse(json) as User);
    },
    /** Whether another admin can still sign in. */
    hasOtherAdmin: (id: string): boolean => otherAdmin.get(id) === 1,
    /** Throws if another user signs in with one of the names. */
    insert(fields: UserFields, passwordHash: string): void {
      insert.run({ ...columns(fields), password_hash: passwordHash });
      restrictions.replace(fields.id, fields.restrictions, fields.now);
    },
    /** Throws like `insert`. Null keeps the password. */
    update(fields: UserFields, passwordHash: string | null): void {
      update.run({ ...columns(fields), password_hash: passwordHash });
      restrictions.replace(fields.id, fields.restrictions, fields.now);
    },
    unknownLibrary: restrictions.unknownLibrary,
    countVisible: restrictions.countVisible,
    transaction: (write: () => void): void => database.transaction(write).immediate(),
    /** Runs `write` in a transaction, after releasing its names from unconfirmed registrations. */
    overUnconfirmed: ({ id, username_key, email_key, now }: UserFields, write: () => void): void =>
      database
        .transaction(() => {
          releaseUnconfirmed.run({ id, username_key, email_key, now });
          write();
        })
        .immediate(),
    endSessions: (id: string, keep: string | null): void => void endSessions.run({ id, keep }),
    remove: (id: string): void => void remove.run(id),
  };
};

export type UsersStore = ReturnType<typeof createUsersStore>;

const columns = ({ restrictions: _, ...fields }: UserFields) => ({
  ...fields,
  can_download: Number(fields.can_download),
  permissions: JSON.stringify(fields.permissions),
  is_active: Number(fields.is_active),
  verification_pending: Number(fields.verification_pending),
  email_claimed: Number(fields.email_claimed ?? false),
});
