import type { CurrentUser, LoginResponse } from '../../../shared/api/auth.ts';
import { AppError, notFound } from '../../../shared/errors.ts';
import type { Role } from '../../../shared/permissions.ts';
import { newId } from '../../database/ids.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { Origin } from '../../http/net/origin.ts';
import type { CheckPassword } from './authenticator.ts';
import type { SignInsService } from '../sign-ins/service.ts';
import type { SignInFailure } from '../sign-ins/sign-in.ts';
import type { Passwords } from './passwords.ts';
import { createAccountService } from './account.ts';
import { versionOf } from './callers.ts';
import type { Sessions } from './sessions.ts';
import { normalizeEmail, signInKey } from './sign-in-names.ts';
import type { AuthStore, NewUser, UserRow } from './store.ts';
import type { LoginRateLimiter } from './login-rate-limiter.ts';
import type { Tickets } from './tickets.ts';

/** A year, so that phones need no regular re-pairing; a lost one can be revoked. */
const deviceSeconds = 365 * 24 * 60 * 60;

export interface SignIn extends Origin {
  /** Or the e-mail address. */
  username: string;
  password: string;
}

export interface AuthServiceParts {
  store: AuthStore;
  sessions: Sessions;
  passwords: Passwords;
  loginLimiter: LoginRateLimiter;
  tickets: Tickets;
  signIns: Pick<SignInsService, 'record'>;
  clock: () => Date;
  /** Whether self-registered users must confirm their e-mail address first. */
  mustVerify: () => boolean;
  /** Called when a session ends or an account changes: open streams are revalidated. */
  onChange: () => void;
}

/**
 * Resolves a typed user name or e-mail address to an account and its rate-limit key: the same for
 * both names, so that they do not double the number of guesses.
 */
const findAccount = (
  store: Pick<AuthStore, 'userBySignInName'>,
  typed: string,
): { user: UserRow | null; account: string } => {
  const key = signInKey(typed);
  const user = store.userBySignInName(key);
  return { user, account: user?.id ?? key };
};

/**
 * Verifies a name and a password; wrong, unknown and deactivated fail with the same error in the
 * same time.
 */
export const createPasswordCheck =
  ({
    store,
    passwords,
    loginLimiter,
    mustVerify,
    signIns,
  }: Pick<
    AuthServiceParts,
    'store' | 'passwords' | 'loginLimiter' | 'mustVerify' | 'signIns'
  >): CheckPassword =>
  async (name, password, from) => {
    const { user, account } = findAccount(store, name);
    const note = (failure: SignInFailure) => {
      if (user) signIns.record({ ...from, user_pk: user.pk, source: 'password', failure });
    };
    const attempt = loginLimiter.begin(from.ip, account);
    const fits = await passwords
      .verify(user?.password_hash ?? null, password)
      .catch((error: unknown) => {
        attempt.withdraw();
        throw error;
      });
    // Read again, because the password can have been reset during the check.
    const present = user && store.userByPk(user.pk);
    const isSame = present?.password_hash === user?.password_hash;
    if (!fits || !isSame || !present?.is_active) {
      note(fits && isSame ? 'deactivated' : 'wrong_password');
      throw new AppError('Unauthorized', 'Wrong user name or password', {
        headers: { 'WWW-Authenticate': 'Bearer' },
      });
    }
    attempt.succeed();
    if (present.verification_pending && mustVerify()) {
      note('unconfirmed');
      throw new AppError(
        'Forbidden',
        'Confirm your e-mail address first, with the link sent to it',
      );
    }
    return present;
  };

export const createAuthService = (parts: AuthServiceParts) => {
  const { store, sessions, passwords, tickets, signIns, clock } = parts;
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

    /** The rate-limit key of a typed name. */
    accountOf: (typed: string): string => findAccount(store, typed).account,

    hasUsers: store.hasUsers,

    /** Creates the first admin and signs in. Throws Conflict if the server already has a user. */
    async createFirstAdmin(
      given: { username: string; email: string; password: string },
      from: Origin,
    ): Promise<LoginResponse> {
      const conflict = () => new AppError('Conflict', 'Setup is complete: a user already exists');
      if (store.hasUsers()) throw conflict();
      const admin = await newUser({ ...given, role: 'admin' });
      if (!store.insertFirstUser(admin)) throw conflict();
      const user = store.userByName(admin.username_key);
      if (!user) throw conflict();
      return beginByPassword(user, from);
    },

    async login({ username, password, ...from }: SignIn): Promise<LoginResponse> {
      return beginByPassword(await checkPassword(username, password, from), from);
    },

    /**
     * By user name only: it is not typed by a person, and an e-mail address can pass to another
     * user.
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
      return sessions.begin(user, from.client);
    },

    /**
     * Issues a session token with this lifetime for an authenticated caller. A session of an API
     * key has the key's permissions and ends with it.
     */
    beginSession(caller: Caller, client: string | null, seconds: number): string {
      const user = store.userByPk(caller.user_pk);
      // Rejects if the account changed since the credentials were checked, so that ended access is
      // not restored.
      if (!user?.is_active || !caller.version.startsWith(versionOf(user, null))) {
        throw new AppError('Unauthorized', 'Your account has changed; sign in again');
      }
      const { key_id, auth_method } = caller;
      const by_password = auth_method === 'basic';
      return sessions.begin(user, client, { seconds, key_id, by_password }).access_token;
    },

    /** A user who is allowed to sign in, or null. */
    activeUser(id: string): UserRow | null {
      const user = store.userById(id);
      return user?.is_active ? user : null;
    },

    /** Signs in the browser of a paired device for as long as the device's API key is valid. */
    beginDevice(userPk: number, key_id: string, from: Origin): LoginResponse | null {
      const user = store.userByPk(userPk);
      if (!user?.is_active) return null;
      signIns.record({ ...from, user_pk: user.pk, source: 'pairing', key_id });
      return sessions.begin(user, from.client, { seconds: deviceSeconds, key_id });
    },

    logout(caller: Caller): void {
      if (caller.jti !== null) sessions.end(caller.jti);
      parts.onChange();
    },

    ...createAccountService(parts, checkPassword),

    me: (caller: Caller): CurrentUser => ({
      ...caller.user,
      permissions: [...caller.permissions].sort(),
      auth_method: caller.auth_method,
      apps_can_change: caller.apps_can_change,
    }),
  };

  function beginByPassword(user: UserRow, from: Origin): LoginResponse {
    signIns.record({ ...from, user_pk: user.pk, source: 'password' });
    return sessions.begin(user, from.client, { by_password: true });
  }
};

export type AuthService = ReturnType<typeof createAuthService>;
