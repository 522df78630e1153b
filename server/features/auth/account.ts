import type { CurrentUser } from '../../../shared/api/auth.ts';
import { AppError, badField, hasCode } from '../../../shared/errors.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { Origin } from '../../http/net/origin.ts';
import type { CheckPassword } from './authenticator.ts';
import { refuseUnlessChanging } from '../api-keys/changing.ts';
import { versionOf } from './callers.ts';
import type { Attempt, LoginRateLimiter } from './login-rate-limiter.ts';
import type { Passwords } from './passwords.ts';
import { freshMinutes, type Sessions, userSummary } from './sessions.ts';
import { claimNames, normalizeEmail } from './sign-in-names.ts';
import type { AuthStore, UserRow } from './store.ts';

/** Changes of the caller's own account. */
export const createAccountService = (
  {
    store,
    sessions,
    passwords,
    loginLimiter,
    clock,
    onChange,
  }: {
    store: AuthStore;
    sessions: Sessions;
    passwords: Passwords;
    loginLimiter: LoginRateLimiter;
    clock: () => Date;
    /** Called when a session ends or an account changes, to revalidate open streams. */
    onChange: () => void;
  },
  checkPassword: CheckPassword,
) => {
  /**
   * Updates a user if its row is unchanged since it was read. A new password ends all sessions except the caller's.
   */
  const write = async (
    user: UserRow,
    { jti, permissions }: Caller,
    { email, password }: { email: string | null; password?: string | undefined },
  ): Promise<void> => {
    const change = {
      pk: user.pk,
      seen_hash: user.password_hash,
      seen_at: user.updated_at,
      email,
      email_key: normalizeEmail(email),
      // Others could take the address by which a provider would find somebody else.
      email_claimed: Number(!permissions.has('users-write')),
      password_hash: password === undefined ? user.password_hash : await passwords.hash(password),
      updated_at: clock().toISOString(),
    };
    const isWritten = claimNames({ username: user.username, email }, () =>
      store.updateUser(change),
    );
    if (!isWritten) throw changedMeanwhile();
    if (password === undefined) return;
    sessions.endOthers(user, jti);
    onChange();
  };

  /**
   * Whether the password was given for the session within the last `freshMinutes`, or the session belongs to
   * the window of the desktop app. Its user owns the machine and never saw the password.
   */
  const isTrusted = ({ jti }: Caller): boolean =>
    jti !== null && (sessions.isFresh(jti) || sessions.get(jti)?.source === 'ticket');

  /**
   * Returns the caller's account if the password is right. Throws Forbidden for a wrong password and for an
   * API key, and BadRequest for a missing password unless the caller is trusted.
   */
  const reauthenticate = async (
    caller: Caller,
    password: string | null,
    from: Origin,
  ): Promise<UserRow> => {
    if (password === null && !isTrusted(caller)) {
      throw badField('body.current_password', 'Enter your current password');
    }
    if (caller.auth_method === 'api_key') throw keyCannot();
    if (password === null) {
      const user = store.userByPk(caller.user_pk);
      if (!user || versionOf(user, null) !== caller.version) throw changedMeanwhile();
      return user;
    }
    return checkPassword(caller.user.username, password, from, 'skip').catch((error: unknown) => {
      if (!hasCode(error, 'Unauthorized')) throw error;
      throw new AppError('Forbidden', 'The current password is wrong');
    });
  };

  return {
    isTrusted,
    reauthenticate,

    /**
     * Throws Forbidden if the account is the caller's own, unless the request has the password or the caller
     * is trusted: otherwise those who manage users could change their own way to sign in without it.
     */
    refuseOwn(caller: Caller, userId: string): void {
      const { user, auth_method } = caller;
      if (user.id !== userId || auth_method === 'basic' || isTrusted(caller)) return;
      throw new AppError(
        'Forbidden',
        'Change your own way to sign in under Settings › Account, which asks for your current password',
      );
    },

    /** Counts an attempt to enter a code for the caller's own account. Throws TooManyRequests. */
    limited: ({ user }: Caller, { ip }: Origin): Attempt => loginLimiter.begin(ip, user.id),

    /** Changes the caller's password or e-mail; a new password ends all other sessions. */
    async updateMe(
      caller: Caller,
      change: {
        current_password: string | null;
        password?: string | undefined;
        email?: string | null | undefined;
      },
      from: Origin,
    ): Promise<CurrentUser> {
      const user = await reauthenticate(caller, change.current_password, from);
      const email = change.email === undefined ? user.email : change.email;
      await write(user, caller, { email, password: change.password });
      return currentUserOf({ ...caller, user: userSummary({ ...user, email }) });
    },

    /**
     * Sets whether reader apps that sign in with the caller's password can change the library. Throws
     * Forbidden for an API key, and when callers who cannot change it themselves turn this on.
     */
    setAppsCanChange(caller: Caller, apps_can_change: boolean): CurrentUser {
      if (caller.key_id !== null) throw keyCannot();
      if (apps_can_change) refuseUnlessChanging(caller);
      store.setAppsCanChange(caller.user_pk, apps_can_change, clock().toISOString());
      onChange();
      return currentUserOf({ ...caller, apps_can_change });
    },

    /**
     * Changes the caller's password without asking for the current one, for clients that cannot ask. The
     * current password must be part of the request (HTTP Basic) or have been given for this session within
     * the last `freshMinutes`, so that a stolen session cannot take over the account.
     */
    async changePassword(caller: Caller, password: string): Promise<void> {
      if (caller.key_id !== null) throw keyCannot();
      const { jti, auth_method, user_pk, version } = caller;
      if (auth_method !== 'basic' && (jti === null || !sessions.isFresh(jti))) {
        throw new AppError(
          'Forbidden',
          `For your safety, a password can be changed here only within ${freshMinutes} minutes of signing in with it. Sign out and in again, or change it in Octavo under Settings › Account.`,
        );
      }
      const user = store.userByPk(user_pk);
      if (!user || versionOf(user, null) !== version) throw changedMeanwhile();
      await write(user, caller, { email: user.email, password });
    },
  };
};

export const currentUserOf = (
  caller: Pick<Caller, 'user' | 'permissions' | 'auth_method' | 'apps_can_change'>,
): CurrentUser => ({
  ...caller.user,
  permissions: [...caller.permissions].sort(),
  auth_method: caller.auth_method,
  apps_can_change: caller.apps_can_change,
});

const keyCannot = () => new AppError('Forbidden', 'An API key cannot change its user');

/** An admin may have set another password in the meantime, which must not be overwritten. */
const changedMeanwhile = () =>
  new AppError('Conflict', 'Your account has changed in the meantime; sign in and try again');
