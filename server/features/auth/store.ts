import type { Permission, Role } from '../../../shared/permissions.ts';
import type { Database } from '../../database/types.ts';
import { noReprepareText } from '../../database/planner-hints.ts';
import type { SignInSource } from '../sign-ins/sign-in.ts';

export interface UserRow {
  pk: number;
  id: string;
  username: string;
  email: string | null;
  password_hash: string;
  role: Role;
  permissions: Permission[];
  can_download: boolean;
  is_active: boolean;
  verification_pending: boolean;
  /** Whether only the user says that the e-mail address is theirs: no admin entered it, no mail confirmed it. */
  email_claimed: boolean;
  /** Whether the user has content restrictions. */
  restricted: boolean;
  /** Whether a sign-in with the password requires a code. */
  second_factor: boolean;
  /** Whether reader apps that sign in with the password can change the library. */
  apps_can_change: boolean;
  updated_at: string;
}

export interface NewUser {
  id: string;
  username: string;
  username_key: string;
  email: string | null;
  email_key: string | null;
  password_hash: string;
  role: Role;
  created_at: string;
}

/** Sessions of a user, and of each API key. A script can begin one with each of its runs. */
export const maxSessions = 1000;

export interface NewSession {
  jti: string;
  user_pk: number;
  client: string | null;
  /**
   * The API key that limits the session's permissions and lifetime; null for a user's own sign-in.
   */
  key_id: string | null;
  /** When the password itself was given; null if the session was authenticated otherwise. */
  password_at: string | null;
  source: SignInSource;
  address: string | null;
  /** Idle timeout of a session that is renewed by use; null for a fixed end. */
  idle_seconds: number | null;
  created_at: string;
  expires_at: string;
}

/** A live session, with its user. */
export interface FoundSession {
  user: UserRow;
  /** The API key that limits it. */
  key_id: string | null;
  expires_at: string;
  /** Accurate to a day. */
  last_used_at: string;
  idle_seconds: number | null;
  source: SignInSource | null;
}

const columns = `u.pk, u.id, u.username, u.email, u.password_hash, u.role, u.permissions, u.can_download, u.is_active, u.verification_pending, u.email_claimed, u.apps_can_change, u.updated_at,
  EXISTS (SELECT 1 FROM content_restrictions c WHERE c.user_pk = u.pk) AS restricted,
  EXISTS (SELECT 1 FROM totp t WHERE t.user_pk = u.pk AND t.confirmed_at IS NOT NULL) AS second_factor`;

type Flag =
  | 'can_download'
  | 'is_active'
  | 'verification_pending'
  | 'email_claimed'
  | 'restricted'
  | 'second_factor'
  | 'apps_can_change';
type StoredUser = Omit<UserRow, 'permissions' | Flag> & { permissions: string } & Record<
    Flag,
    number
  >;

export const createAuthStore = (database: Database) => {
  const anyUser = database.prepare<[], { found: number }>(
    `SELECT EXISTS (SELECT 1 FROM users) AS found`,
  );
  const firstUser = database
    .prepare<[], string | null>('SELECT min(created_at) FROM users')
    .pluck();
  const byName = database.prepare<[string], StoredUser>(
    `SELECT ${columns} FROM users u WHERE u.username_key = ?`,
  );
  const byEmail = database.prepare<[string], StoredUser>(
    `SELECT ${columns} FROM users u WHERE u.email_key = ?`,
  );
  const byId = database.prepare<[string], StoredUser>(
    `SELECT ${columns} FROM users u WHERE u.id = ?`,
  );
  const byPk = database.prepare<[number], StoredUser>(
    `SELECT ${columns} FROM users u WHERE u.pk = ?`,
  );
  const bySession = database.prepare<
    { jti: string; now: string },
    StoredUser & Omit<FoundSession, 'user'>
  >(
    `SELECT ${columns}, s.expires_at, s.idle_seconds, s.source,
       coalesce(s.last_used_at, s.created_at) AS last_used_at, k.id AS key_id
     FROM sessions s JOIN users u ON u.pk = s.user_pk LEFT JOIN api_keys k ON k.pk = s.api_key_pk
     WHERE s.jti = ${noReprepareText('@jti')} AND s.expires_at > @now`,
  );
  const insertUser = database.prepare<NewUser>(
    `INSERT INTO users (id, username, username_key, email, email_key, password_hash, role, created_at, updated_at)
     VALUES (@id, @username, @username_key, @email, @email_key, @password_hash, @role, @created_at, @created_at)`,
  );
  const updateUser = database.prepare<{
    pk: number;
    /** The hash that was read before; the update fails if it has changed. */
    seen_hash: string;
    seen_at: string;
    email: string | null;
    email_key: string | null;
    /** Of another address than before. */
    email_claimed: number;
    password_hash: string;
    updated_at: string;
  }>(
    `UPDATE users SET email = @email, email_key = @email_key,
       email_claimed = iif(email_key IS @email_key, email_claimed, @email_claimed), password_hash = @password_hash,
       updated_at = @updated_at
     WHERE pk = @pk AND is_active AND password_hash = @seen_hash AND updated_at = @seen_at`,
  );
  const setAppsCanChange = database.prepare<{ pk: number; value: number; now: string }>(
    `UPDATE users SET apps_can_change = @value, updated_at = @now WHERE pk = @pk AND is_active`,
  );
  const passwordAt = database
    .prepare<[string], string | null>('SELECT password_at FROM sessions WHERE jti = ?')
    .pluck();
  const touchLogin = database.prepare<{ pk: number; now: string }>(
    `UPDATE users SET last_login_at = @now WHERE pk = @pk`,
  );
  const insertSession = database.prepare<NewSession>(
    `INSERT INTO sessions (jti, user_pk, client, api_key_pk, password_at, source, address, idle_seconds,
       created_at, expires_at)
     VALUES (@jti, @user_pk, @client, (SELECT pk FROM api_keys WHERE id = @key_id), @password_at, @source,
       @address, @idle_seconds, @created_at, @expires_at)`,
  );
  const touchSession = database.prepare<{ jti: string; now: string; expires_at: string }>(
    `UPDATE sessions SET last_used_at = @now, expires_at = @expires_at WHERE jti = @jti`,
  );
  // Those that end soon anyway go before those that stay.
  const deleteSurplus = database.prepare<[NewSession]>(
    `DELETE FROM sessions WHERE pk IN (
       SELECT pk FROM sessions
       WHERE user_pk = @user_pk AND jti IS NOT @jti
         AND api_key_pk IS (SELECT pk FROM api_keys WHERE id = @key_id)
       ORDER BY idle_seconds IS NULL, coalesce(last_used_at, created_at) DESC, pk DESC
       LIMIT -1 OFFSET ${maxSessions - 1})`,
  );
  const beginSession = database.transaction((session: NewSession): void => {
    insertSession.run(session);
    deleteSurplus.run(session);
  });
  const deleteSession = database.prepare<[string]>(`DELETE FROM sessions WHERE jti = ?`);
  const deleteOthers = database.prepare<{ user_pk: number; keep: string | null }>(
    `DELETE FROM sessions WHERE user_pk = @user_pk AND jti IS NOT @keep`,
  );
  const deleteExpired = database.prepare<[string]>(`DELETE FROM sessions WHERE expires_at <= ?`);

  const insertIfFirst = database.transaction((user: NewUser): boolean => {
    if (anyUser.get()?.found === 1) return false;
    insertUser.run(user);
    return true;
  });

  return {
    hasUsers: (): boolean => anyUser.get()?.found === 1,
    /** Creation time of the first user; null without users. */
    inUseSince: (): string | null => firstUser.get() ?? null,
    /** Whether the database can be read. */
    answers: (): boolean => {
      try {
        return anyUser.get() !== undefined;
      } catch {
        return false;
      }
    },
    userByName: (usernameKey: string) => parse(byName.get(usernameKey)),
    /** The user with this user name or e-mail address; the user name takes precedence. */
    userBySignInName: (key: string) => parse(byName.get(key)) ?? parse(byEmail.get(key)),
    userById: (id: string) => parse(byId.get(id)),
    userByPk: (pk: number) => parse(byPk.get(pk)),
    /** A session that has not expired, with its user. */
    session(jti: string, now: string): FoundSession | null {
      const row = bySession.get({ jti, now });
      const user = parse(row);
      if (!row || !user) return null;
      const { expires_at, key_id, last_used_at, idle_seconds, source } = row;
      return { user, expires_at, key_id, last_used_at, idle_seconds, source };
    },
    touchSession: (change: { jti: string; now: string; expires_at: string }): void =>
      void touchSession.run(change),
    /** Inserts the user only into an empty table; returns false if another request was faster. */
    insertFirstUser: (user: NewUser): boolean => insertIfFirst.immediate(user),
    /** Returns false if the user was changed or deactivated since it was read. */
    updateUser: (change: Parameters<typeof updateUser.run>[0]): boolean =>
      updateUser.run(change).changes > 0,
    setAppsCanChange: (pk: number, value: boolean, now: string): void =>
      void setAppsCanChange.run({ pk, value: Number(value), now }),
    /** When the session began with the password; null if it did not, or has ended. */
    passwordAt: (jti: string): string | null => passwordAt.get(jti) ?? null,
    touchLogin: (pk: number, now: string): void => void touchLogin.run({ pk, now }),
    /** Ends the oldest sessions of the user, or of the key, beyond the limit. */
    insertSession: (session: NewSession): void => beginSession(session),
    deleteSession: (jti: string): void => void deleteSession.run(jti),
    deleteOtherSessions: (userPk: number, keep: string | null): void =>
      void deleteOthers.run({ user_pk: userPk, keep }),
    deleteExpiredSessions: (now: string): void => void deleteExpired.run(now),
  };
};

export type AuthStore = ReturnType<typeof createAuthStore>;

const parse = (row: StoredUser | undefined): UserRow | null =>
  row
    ? {
        ...row,
        permissions: JSON.parse(row.permissions) as Permission[],
        can_download: row.can_download === 1,
        is_active: row.is_active === 1,
        verification_pending: row.verification_pending === 1,
        email_claimed: row.email_claimed === 1,
        restricted: row.restricted === 1,
        second_factor: row.second_factor === 1,
        apps_can_change: row.apps_can_change === 1,
      }
    : null;
