import type { CurrentUser, LoginResponse } from '../../../shared/api/auth.ts';
import { AppError, notFound } from '../../../shared/errors.ts';
import type { Role } from '../../../shared/permissions.ts';
import { newId } from '../../database/ids.ts';
import type { Caller } from '../../http/caller.ts';
import { fold } from '../../text/fold.ts';
import type { CheckPassword } from './authenticator.ts';
import { emailKey } from './email-key.ts';
import type { Passwords } from './passwords.ts';
import { userSummary, type Sessions } from './sessions.ts';
import type { AuthStore, NewUser, UserRow } from './store.ts';
import type { Throttle } from './throttle.ts';
import type { Tickets } from './tickets.ts';

/** A year: nobody pairs a phone again each day, and whoever loses it revokes it. */
const deviceSeconds = 365 * 24 * 60 * 60;

export interface SignIn {
  username: string;
  password: string;
  ip: string;
  /** The User-Agent, kept with the session so that its owner can recognise it. */
  client: string | null;
}

export interface AuthServiceParts {
  store: AuthStore;
  sessions: Sessions;
  passwords: Passwords;
  throttle: Throttle;
  tickets: Tickets;
  clock: () => Date;
  /** Whether those who registered must confirm their e-mail address first. */
  mustVerify: () => boolean;
  /** Called when a session ended or an account changed: open streams are checked again. */
  onChange: () => void;
}

/** A name and a password in, a user out; wrong, unknown and deactivated are one answer in the same time. */
export const createPasswordCheck =
  ({
    store,
    passwords,
    throttle,
    mustVerify,
  }: Pick<AuthServiceParts, 'store' | 'passwords' | 'throttle' | 'mustVerify'>): CheckPassword =>
  async (username, password, ip) => {
    const account = fold(username.trim());
    throttle.check(ip, account);
    const user = store.userByName(account);
    const fits = await passwords.verify(user?.password_hash ?? null, password);
    if (!fits || !user?.is_active) {
      throttle.failed(ip, account);
      throw new AppError('Unauthorized', 'The user name or the password is wrong', {
        headers: { 'WWW-Authenticate': 'Bearer' },
      });
    }
    throttle.succeeded(account);
    if (user.verification_pending && mustVerify()) {
      throw new AppError(
        'Forbidden',
        'Confirm your e-mail address first, with the link sent to it',
      );
    }
    return user;
  };

export const createAuthService = (parts: AuthServiceParts) => {
  const { store, sessions, passwords, tickets, clock } = parts;
  const checkPassword = createPasswordCheck(parts);

  const newUser = async (given: {
    username: string;
    email: string | null;
    password: string;
    role: Role;
  }): Promise<NewUser> => ({
    id: newId(),
    username: given.username,
    username_key: fold(given.username),
    email: given.email,
    email_key: emailKey(given.email),
    password_hash: await passwords.hash(given.password),
    role: given.role,
    created_at: clock().toISOString(),
  });

  return {
    checkPassword,

    hasUsers: store.hasUsers,

    /** Creates the admin of a server that has no user, and signs in. Conflict once there is one. */
    async createFirstAdmin(
      given: { username: string; email: string; password: string },
      client: string | null,
    ): Promise<LoginResponse> {
      const conflict = () => new AppError('Conflict', 'Setup is done: a user exists already');
      if (store.hasUsers()) throw conflict();
      const admin = await newUser({ ...given, role: 'admin' });
      if (!store.insertFirstUser(admin)) throw conflict();
      const user = store.userByName(admin.username_key);
      if (!user) throw conflict();
      return sessions.begin(user, client);
    },

    async login({ username, password, ip, client }: SignIn): Promise<LoginResponse> {
      return sessions.begin(await checkPassword(username, password, ip), client);
    },

    issueTicket(username: string): string {
      const user = store.userByName(fold(username));
      if (!user?.is_active) throw notFound('User', username);
      return tickets.issue(user.pk);
    },

    redeemTicket(ticket: string, client: string | null): LoginResponse {
      const pk = tickets.redeem(ticket);
      const user = pk === null ? null : store.userByPk(pk);
      if (!user?.is_active) {
        throw new AppError(
          'Unauthorized',
          'The ticket was used or has expired; open the window again',
          { headers: { 'WWW-Authenticate': 'Bearer' } },
        );
      }
      return sessions.begin(user, client);
    },

    /**
     * The token of a session of so many seconds, for someone who has signed in already. That of an API key
     * may do what the key may, and ends with it.
     */
    beginSession(caller: Caller, client: string | null, seconds: number): string {
      const user = store.userByPk(caller.user_pk);
      if (!user) throw notFound('User', caller.user.username);
      return sessions.begin(user, client, { seconds, key_id: caller.key_id }).access_token;
    },

    /** A user who may sign in, or null. */
    activeUser(id: string): UserRow | null {
      const user = store.userById(id);
      return user?.is_active ? user : null;
    },

    /** Signs in the browser of a device that was paired, as long as the API key of the device lives. */
    beginDevice(userPk: number, keyId: string, client: string | null): LoginResponse | null {
      const user = store.userByPk(userPk);
      const seconds = deviceSeconds;
      return user?.is_active ? sessions.begin(user, client, { seconds, key_id: keyId }) : null;
    },

    logout(caller: Caller): void {
      if (caller.jti !== null) sessions.end(caller.jti);
      parts.onChange();
    },

    me: (caller: Caller): CurrentUser => ({
      ...caller.user,
      permissions: [...caller.permissions].sort(),
      auth_method: caller.auth_method,
    }),

    /** Changes one's own password or e-mail; a new password ends every other session. */
    async updateMe(
      caller: Caller,
      change: {
        current_password: string;
        password?: string | undefined;
        email?: string | null | undefined;
      },
      ip: string,
    ): Promise<CurrentUser> {
      if (caller.auth_method === 'api_key') {
        throw new AppError('Forbidden', 'An API key cannot change its user');
      }
      const user = await checkPassword(caller.user.username, change.current_password, ip).catch(
        (error: unknown) => {
          if (!(error instanceof AppError) || error.code !== 'Unauthorized') throw error;
          throw new AppError('Forbidden', 'The current password is wrong');
        },
      );
      const email = change.email === undefined ? user.email : change.email;
      const key = emailKey(email);
      if (key !== null && store.emailTaken(user.pk, key)) {
        throw new AppError('Conflict', 'Another user has this e-mail address');
      }
      store.updateUser({
        pk: user.pk,
        email,
        email_key: key,
        password_hash:
          change.password === undefined
            ? user.password_hash
            : await passwords.hash(change.password),
        updated_at: clock().toISOString(),
      });
      if (change.password !== undefined) {
        sessions.endOthers(user, caller.jti);
        parts.onChange();
      }
      return {
        ...userSummary({ ...user, email }),
        permissions: [...caller.permissions].sort(),
        auth_method: caller.auth_method,
      };
    },
  };
};

export type AuthService = ReturnType<typeof createAuthService>;
