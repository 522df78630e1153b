import { randomBytes, hash } from 'node:crypto';

import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';

import type { RegisteredUser, UserSummary } from '../../../shared/api/auth.ts';
import { noRestrictions, type Restrictions } from '../../../shared/api/restrictions.ts';
import { dayMs, hourMs } from '../../../shared/durations.ts';
import { AppError, badField } from '../../../shared/errors.ts';
import { maxEntries } from '../../lib/lru-options.ts';
import { normalizeEmail, signInKey } from '../auth/sign-in-names.ts';
import type { Settings } from '../settings/service.ts';
import type { UsersService } from '../users/service.ts';
import type { Mailer } from './mailer.ts';
import type { RegistrationStore } from './store.ts';

const tokenLifetimeMs = dayMs;
const maxMailsPerHour = 5;
/** The value of `auth.registration_max_age` that hides nothing. */
const anyAge = 99;

export interface RegistrationService {
  isOpen(): boolean;
  /** `site` is the web app's URL for the link. Throws Forbidden while registration is closed. */
  register(
    given: { username: string; password: string; email: string | null },
    site: string,
  ): Promise<RegisteredUser>;
  /** Throws BadRequest for an unknown, used or expired token. */
  verify(token: string): UserSummary;
  /** Does not reveal whether the account exists. */
  resend(email: string, site: string): void;
  /** Mails a link that confirms an address which its person entered. */
  confirm(user: { id: string; username: string; email: string }, site: string): void;
}

export const createRegistrationService = ({
  store,
  users,
  mailer,
  settings,
  clock,
  log,
  isNamedByProxy,
}: {
  store: RegistrationStore;
  users: Pick<UsersService, 'register'>;
  mailer: Pick<Mailer, 'send'>;
  settings: Pick<Settings, 'get'>;
  clock: () => Date;
  log: Pick<Logger, 'warn' | 'error'>;
  /** Whether a proxy signs people in by their names. */
  isNamedByProxy: () => boolean;
}): RegistrationService => {
  // Rate-limits mails, so that an address cannot be flooded, and a person cannot flood others.
  const mails = new LRUCache<string, number>({
    ...maxEntries(10_000),
    ttl: hourMs,
    noUpdateTTL: true,
  });

  /**
   * Creates a token and mails its link without waiting, because the response time would reveal
   * whether the account exists.
   */
  const sendLink = (user: { id: string; username: string }, email: string, site: string): void => {
    const counted = [email, user.id];
    if (counted.some((key) => (mails.get(key) ?? 0) >= maxMailsPerHour)) return;
    for (const key of counted) mails.set(key, (mails.get(key) ?? 0) + 1);
    const token = randomBytes(32).toString('base64url');
    const now = clock();
    store.save({
      user_id: user.id,
      token_hash: hash('sha256', token),
      email_key: normalizeEmail(email) ?? '',
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + tokenLifetimeMs).toISOString(),
    });
    const link = `${site}/verify-email?token=${token}`;
    const subject = `Confirm your e-mail address for ${settings.get('server.name')}`;
    mailer.send({ to: email, subject, text: letter(user.username, link, token) }).then(
      (wasSent) => {
        if (wasSent) return;
        log.warn({ user_id: user.id, link }, 'no mail server is set up: hand this link over');
        store.showLink(hash('sha256', token), link);
      },
      (error: unknown) => {
        log.error({ err: error, user_id: user.id }, 'verification mail failed');
        store.showLink(hash('sha256', token), link);
      },
    );
  };

  // The name of a person of the proxy would give access to their account, with the roles of their groups.
  const isOpen = () => settings.get('auth.registration_enabled') && !isNamedByProxy();
  /** Restrictions of a new person until an admin decides. */
  const atFirst = (): Restrictions | null => {
    const max_age = settings.get('auth.registration_max_age');
    return max_age === anyAge ? null : { ...noRestrictions, max_age, shows_unrated: false };
  };

  return {
    isOpen,
    async register(given, site) {
      if (!isOpen()) {
        throw new AppError('Forbidden', 'Registration is closed; ask an admin for an account');
      }
      const pending = settings.get('auth.require_email_verification');
      if (pending && given.email === null) {
        throw badField('body.email', 'Enter an e-mail address, because it must be confirmed');
      }
      // A user name can be used to sign in like an address, so it must not claim an unconfirmed
      // one.
      if (
        pending &&
        given.username.includes('@') &&
        signInKey(given.username) !== normalizeEmail(given.email)
      ) {
        throw badField('body.username', 'A user name with @ must be your own e-mail address');
      }
      const { id, username, email, role } = await users.register(
        { ...given, restrictions: atFirst() },
        pending,
      );
      if (pending && email !== null) sendLink({ id, username }, email, site);
      return { id, username, email, role, verification_required: pending };
    },
    verify(token) {
      const user = store.redeem(hash('sha256', token), clock().toISOString());
      if (user) return user;
      throw badField('body.token', 'The link was already used or has expired; request a new one');
    },
    resend(email, site) {
      const user = store.waiting(normalizeEmail(email) ?? '');
      if (user?.email) sendLink(user, user.email, site);
    },
    confirm: (user, site) => sendLink(user, user.email, site),
  };
};

/** Only the hash is stored, so that reading the database does not allow confirming an address. */
const letter = (username: string, link: string, token: string) => `Hello ${username},

open this link to confirm your e-mail address:

${link}

It works once, for 24 hours. If a program asks for the token instead, it is:

${token}

If you know nothing about it, ignore this message.
`;
