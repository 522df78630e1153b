import { createHash, randomBytes } from 'node:crypto';

import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';

import type { RegisteredUser, UserSummary } from '../../../shared/api/auth.ts';
import { AppError, badField } from '../../../shared/errors.ts';
import { upTo } from '../../up-to.ts';
import { emailKey, signInKey } from '../auth/sign-in-names.ts';
import type { Settings } from '../settings/service.ts';
import type { UsersService } from '../users/service.ts';
import type { Mailer } from './mailer.ts';
import type { RegistrationStore } from './store.ts';

const tokenLifetimeMs = 24 * 60 * 60 * 1000;
const maxMailsPerHour = 5;

export interface RegistrationService {
  isOpen(): boolean;
  /** `site` is the address of the web app, for the link. Throws Forbidden while registration is closed. */
  register(
    given: { username: string; password: string; email: string | null },
    site: string,
  ): Promise<RegisteredUser>;
  /** Throws BadRequest for a token that was used, has expired or never was. */
  verify(token: string): UserSummary;
  /** Tells nobody whether there is such an account. */
  resend(email: string, site: string): void;
}

export const createRegistrationService = ({
  store,
  users,
  mailer,
  settings,
  clock,
  log,
}: {
  store: RegistrationStore;
  users: Pick<UsersService, 'register'>;
  mailer: Pick<Mailer, 'send'>;
  settings: Pick<Settings, 'get'>;
  clock: () => Date;
  log: Pick<Logger, 'warn' | 'error'>;
}): RegistrationService => {
  // Whoever knows an address shall not fill its mailbox.
  const mails = new LRUCache<string, number>({
    ...upTo(10_000),
    ttl: 3_600_000,
    noUpdateTTL: true,
  });

  /** Makes a token and mails its link; nobody waits for the mail, for its time would tell of the account. */
  const sendLink = (user: { id: string; username: string }, email: string, site: string): void => {
    const sent = mails.get(email) ?? 0;
    if (sent >= maxMailsPerHour) return;
    mails.set(email, sent + 1);
    const token = randomBytes(32).toString('base64url');
    const now = clock();
    store.save({
      user_id: user.id,
      token_hash: hashOf(token),
      email_key: emailKey(email) ?? '',
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + tokenLifetimeMs).toISOString(),
    });
    const link = `${site}/verify-email?token=${token}`;
    const subject = `Confirm your e-mail address for ${settings.get('server.name')}`;
    mailer.send({ to: email, subject, text: letter(user.username, link, token) }).then(
      (wasSent) => {
        if (wasSent) return;
        log.warn({ user_id: user.id, link }, 'no mail server is set up: hand this link over');
        store.showLink(hashOf(token), link);
      },
      (error: unknown) => {
        log.error({ err: error, user_id: user.id }, 'verification mail failed');
        store.showLink(hashOf(token), link);
      },
    );
  };

  const isOpen = () => settings.get('auth.registration_enabled');

  return {
    isOpen,
    async register(given, site) {
      if (!isOpen()) {
        throw new AppError('Forbidden', 'Registration is closed; ask an admin for an account');
      }
      const pending = settings.get('auth.require_email_verification');
      if (pending && given.email === null) {
        throw badField('body.email', 'Name an e-mail address, for it must be confirmed');
      }
      // A user name signs in as an address does, and would claim one that nobody confirms.
      if (
        pending &&
        given.username.includes('@') &&
        signInKey(given.username) !== emailKey(given.email)
      ) {
        throw badField('body.username', 'A user name with @ must be your own e-mail address');
      }
      const { id, username, email, role } = await users.register(given, pending);
      if (pending && email !== null) sendLink({ id, username }, email, site);
      return { id, username, email, role, verification_required: pending };
    },
    verify(token) {
      const user = store.redeem(hashOf(token), clock().toISOString());
      if (user) return user;
      throw badField('body.token', 'The link was used or has expired; ask for a new one');
    },
    resend(email, site) {
      const user = store.waiting(emailKey(email) ?? '');
      if (user?.email) sendLink(user, user.email, site);
    },
  };
};

/** Only the hash is stored: whoever reads the database confirms no address. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

const letter = (username: string, link: string, token: string) => `Hello ${username},

open this link to confirm your e-mail address:

${link}

It works once, for 24 hours. If a program asks for the token instead, it is:

${token}

If you did not register, ignore this message.
`;
