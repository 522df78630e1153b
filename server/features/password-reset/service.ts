import { randomBytes, hash } from 'node:crypto';

import { ipKeyGenerator } from 'express-rate-limit';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';

import type { UserSummary } from '../../../shared/api/auth.ts';
import { hourMs } from '../../../shared/durations.ts';
import { AppError, badField, retryAfter } from '../../../shared/errors.ts';
import type { Language } from '../../../shared/languages.ts';
import type { Origin } from '../../http/net/origin.ts';
import { maxEntries } from '../../lib/lru-options.ts';
import type { Passwords } from '../auth/passwords.ts';
import type { AuthService } from '../auth/service.ts';
import { normalizeEmail } from '../auth/sign-in-names.ts';
import type { Mailer } from '../registration/mailer.ts';
import type { Settings } from '../settings/service.ts';
import type { SignInsService } from '../sign-ins/service.ts';
import { passwordLetters } from './letters.ts';
import type { PasswordResetStore } from './store.ts';

const lifetimeMs = hourMs;
const maxMailsPerHour = 3;
const maxRequestsPerHour = 20;

export interface PasswordResetService {
  /** Whether mail is set up. */
  isAvailable(): boolean;
  /**
   * Mails a link, if an account with this name has an address; does not reveal it. `site` is the web
   * app's URL. Throws Conflict without a mail server, TooManyRequests after many requests of the
   * address.
   */
  request(given: { username: string; language: Language }, from: Origin & { site: string }): void;
  /** Throws BadRequest for an unknown, used or expired token. */
  reset(token: string, password: string, from: Origin): Promise<UserSummary>;
}

export const createPasswordResetService = ({
  store,
  auth,
  passwords,
  mailer,
  settings,
  signIns,
  clock,
  log,
  onChange,
}: {
  store: PasswordResetStore;
  auth: Pick<AuthService, 'userNamed'>;
  passwords: Pick<Passwords, 'hash'>;
  mailer: Pick<Mailer, 'send'>;
  settings: Pick<Settings, 'get'>;
  signIns: Pick<SignInsService, 'record'>;
  clock: () => Date;
  log: Pick<Logger, 'error'>;
  /** Called when sessions ended: open streams are revalidated. */
  onChange: () => void;
}): PasswordResetService => {
  const perHour = { ttl: hourMs, noUpdateTTL: true };
  const mails = new LRUCache<number, number>({ ...maxEntries(10_000), ...perHour });
  const requests = new LRUCache<string, number>({ ...maxEntries(10_000), ...perHour });
  /** The language in which each person asked, for the mail that follows. */
  const languages = new LRUCache<number, Language>(maxEntries(10_000));

  const send = (
    userPk: number,
    address: string,
    letter: { subject: string; text: string },
  ): void => {
    mailer.send({ to: address, ...letter }).catch((error: unknown) => {
      log.error({ err: error, user_pk: userPk }, 'mail about a password failed');
    });
  };

  const sendLink = (username: string, language: Language, site: string): void => {
    const user = auth.userNamed(username);
    const { email = null } = user ?? {};
    if (!user?.is_active || user.verification_pending || email === null) return;
    const sent = mails.get(user.pk) ?? 0;
    if (sent >= maxMailsPerHour) return;
    mails.set(user.pk, sent + 1);
    const token = randomBytes(32).toString('base64url');
    const now = clock();
    store.save({
      user_pk: user.pk,
      token_hash: hash('sha256', token),
      email_key: normalizeEmail(email) ?? '',
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + lifetimeMs).toISOString(),
    });
    languages.set(user.pk, language);
    const link = `${site}/reset-password?token=${token}`;
    send(
      user.pk,
      email,
      passwordLetters[language].link(user.username, settings.get('server.name'), link),
    );
  };

  const isAvailable = () => settings.get('smtp.host') !== '';

  return {
    isAvailable,
    request({ username, language }, { ip, site }) {
      if (!isAvailable()) {
        throw new AppError(
          'Conflict',
          'This server sends no mail. Ask an admin for a new password, or run "octavo password" at the machine.',
        );
      }
      // An IPv6 household has at least a /64, so count by /56.
      const address = ipKeyGenerator(ip, 56);
      const count = requests.get(address) ?? 0;
      if (count >= maxRequestsPerHour) {
        throw new AppError(
          'TooManyRequests',
          'Too many requests for a password; try again later',
          retryAfter(hourMs / 1000),
        );
      }
      requests.set(address, count + 1);
      // After the response, whose time would reveal whether the account exists.
      setImmediate(() => {
        try {
          sendLink(username, language, site);
        } catch (error) {
          log.error({ err: error }, 'link for a password not sent');
        }
      });
    },
    async reset(token, password, from) {
      const token_hash = hash('sha256', token);
      const invalid = () =>
        badField('body.token', 'The link was already used or has expired; request a new one');
      const user = store.user(token_hash, clock().toISOString());
      if (!user) throw invalid();
      const password_hash = await passwords.hash(password);
      if (!store.redeem(token_hash, password_hash, clock().toISOString())) throw invalid();
      onChange();
      signIns.record({ ...from, user_pk: user.pk, source: 'password_reset' });
      const letter = passwordLetters[languages.get(user.pk) ?? 'en'];
      send(user.pk, user.email, letter.done(user.username, settings.get('server.name')));
      const { id, username, email, role } = user;
      return { id, username, email, role };
    },
  };
};
