import type { CurrentUser, LoginResponse } from '../../../shared/api/auth.ts';
import { dayMs } from '../../../shared/durations.ts';
import { AppError, notFound } from '../../../shared/errors.ts';
import type { Role } from '../../../shared/permissions.ts';
import { newId } from '../../database/ids.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { Origin } from '../../http/net/origin.ts';
import type { SignInFailure } from '../sign-ins/sign-in.ts';
import { createAccountService, currentUserOf } from './account.ts';
import { versionOf } from './callers.ts';
import { stayingSeconds, windowSeconds } from './sessions.ts';
import { normalizeEmail, signInKey } from './sign-in-names.ts';
import type { NewUser, UserRow } from './store.ts';
import { createPasswordCheck, findAccount, unconfirmed, wrongPasskey } from './password-check.ts';
import type { SignIn, AuthServiceParts } from './types.ts';

/** A year, so that phones need no regular re-pairing; a lost one can be revoked. */
const deviceSeconds = (365 * dayMs) / 1000;

/** Accounts by name and id, for other features. */
const createAccountLookups = ({
  store,
  onChange,
}: Pick<AuthServiceParts, 'store' | 'onChange'>) => ({
  /** The rate-limit key of a typed name. */
  accountOf: (typed: string): string => findAccount(store, typed).account,

  hasUsers: store.hasUsers,

  /** The user with this name or e-mail address. */
  userNamed: (typed: string): UserRow | null => findAccount(store, typed).user,

  userWithId: store.userById,

  /** Ends all sessions of a user whose account changed, except `keep`. */
  endSessions(userPk: number, keep: string | null): void {
    store.deleteOtherSessions(userPk, keep);
    onChange();
  },

  /** A user who is allowed to sign in, or null. */
  activeUser(id: string): UserRow | null {
    const user = store.userById(id);
    return user?.is_active ? user : null;
  },
});

export const createAuthService = (parts: AuthServiceParts) => {
  const { store, sessions, passwords, tickets, signIns, clock, mustVerify } = parts;
  const checkPassword = createPasswordCheck(parts);

  const newUser = async (given: {
    username: string;
    email: string | null;
    password: string;
    role: Role;
  }): Promise<NewUser> => ({
    id: newId(),
    username: given.username,
    username_key: signInKey(given.username),
    email: given.email,
    email_key: normalizeEmail(given.email),
    password_hash: await passwords.hash(given.password),
    role: given.role,
    created_at: clock().toISOString(),
  });

  return {
    checkPassword,
    ...createAccountLookups(parts),

    /** Creates the first admin and signs in. Throws Conflict if the server already has a user. */
    async createFirstAdmin(
      given: { username: string; email: string | null; password: string },
      from: Origin,
    ): Promise<LoginResponse> {
      const conflict = () => new AppError('Conflict', 'Setup is complete: a user already exists');
      if (store.hasUsers()) throw conflict();
      const admin = await newUser({ ...given, role: 'admin' });
      if (!store.insertFirstUser(admin)) throw conflict();
      const user = store.userByName(admin.username_key);
      if (!user) throw conflict();
      return begin(user, from, { source: 'password' });
    },

    async login({
      username,
      password,
      code,
      stay_signed_in,
      ...from
    }: SignIn): Promise<LoginResponse> {
      const user = await checkPassword(username, password, from, { code });
      return begin(user, from, { source: 'password', stays: stay_signed_in });
    },

    /** Signs in a user whose passkey was verified. Throws like `checkPassword`. */
    beginByPasskey(userPk: number, from: Origin, stays: boolean): LoginResponse {
      const user = store.userByPk(userPk);
      const source = 'passkey';
      const refuse = (failure: SignInFailure, error: AppError) => {
        signIns.record({ ...from, user_pk: userPk, source, failure });
        return error;
      };
      if (!user?.is_active) throw refuse('deactivated', wrongPasskey());
      if (user.verification_pending && mustVerify()) throw refuse('unconfirmed', unconfirmed());
      return begin(user, from, { source, stays });
    },

    /**
     * Issues a ticket for a user name. E-mail addresses are not accepted: nobody types this name, and an
     * address may later belong to another user.
     */
    issueTicket(username: string): string {
      const user = store.userByName(signInKey(username));
      if (!user?.is_active) throw notFound('User', username);
      return tickets.issue(user.pk);
    },

    redeemTicket(ticket: string, from: Origin): LoginResponse {
      const pk = tickets.redeem(ticket);
      const user = pk === null ? null : store.userByPk(pk);
      if (!user?.is_active) {
        throw new AppError(
          'Unauthorized',
          'The ticket was used or has expired; open the window again',
          { headers: { 'WWW-Authenticate': 'Bearer' } },
        );
      }
      signIns.record({ ...from, user_pk: user.pk, source: 'ticket' });
      return sessions.begin(user, from, { source: 'ticket', idle_seconds: windowSeconds });
    },

    /**
     * Issues a session token with this lifetime for an authenticated caller. A session of an API
     * key has the key's permissions and ends with it.
     */
    beginSession(caller: Caller, from: Origin, seconds: number): string {
      const user = store.userByPk(caller.user_pk);
      // Rejects if the account has changed since the credentials were checked, so that revoked access is not
      // restored.
      if (!user?.is_active || !caller.version.startsWith(versionOf(user, null))) {
        throw new AppError('Unauthorized', 'Your account has changed; sign in again');
      }
      const { key_id, auth_method } = caller;
      const by_password = auth_method === 'basic';
      const source = by_password ? 'password' : 'api_key';
      return sessions.begin(user, from, { source, seconds, key_id, by_password }).access_token;
    },

    /** Signs in the browser of a paired device for as long as the device's API key is valid. */
    beginDevice(userPk: number, key_id: string, from: Origin): LoginResponse | null {
      const user = store.userByPk(userPk);
      if (!user?.is_active) return null;
      signIns.record({ ...from, user_pk: user.pk, source: 'pairing', key_id });
      return sessions.begin(user, from, { source: 'pairing', seconds: deviceSeconds, key_id });
    },

    logout(caller: Caller): void {
      if (caller.jti !== null) sessions.end(caller.jti);
      parts.onChange();
    },

    ...createAccountService(parts, checkPassword),

    /** Seconds for which the browser keeps the cookie of this session from now on; null for a fixed end. */
    renewedFor: ({ jti }: Caller): number | null =>
      (jti === null ? null : sessions.get(jti))?.idle_seconds ?? null,

    me: (caller: Caller): CurrentUser => currentUserOf(caller),
  };

  /** Records the sign-in and begins its session. */
  function begin(
    user: UserRow,
    from: Origin,
    { source, stays }: { source: 'password' | 'passkey'; stays?: boolean },
  ): LoginResponse {
    signIns.record({ ...from, user_pk: user.pk, source });
    const idle_seconds = stays === true ? stayingSeconds : undefined;
    return sessions.begin(user, from, { source, idle_seconds, by_password: true });
  }
};

export type AuthService = ReturnType<typeof createAuthService>;
