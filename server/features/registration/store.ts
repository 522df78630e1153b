import type { UserSummary } from '../../../shared/api/auth.ts';
import type { Database } from '../../database/types.ts';

export interface Verification {
  user_id: string;
  token_hash: string;
  email_key: string;
  created_at: string;
  expires_at: string;
}

export const createRegistrationStore = (database: Database) => {
  const waiting = database.prepare<[string], UserSummary>(
    `SELECT id, username, email, role FROM users
     WHERE email_key = ? AND (verification_pending OR email_claimed) AND is_active`,
  );
  const save = database.prepare<Verification>(
    `INSERT OR REPLACE INTO email_verifications (user_pk, token_hash, email_key, created_at, expires_at)
     SELECT pk, @token_hash, @email_key, @created_at, @expires_at FROM users WHERE id = @user_id`,
  );
  const showLink = database.prepare<{ token_hash: string; link: string }>(
    'UPDATE email_verifications SET link = @link WHERE token_hash = @token_hash',
  );
  const found = database.prepare<{ token_hash: string; now: string }, UserSummary>(
    `SELECT u.id, u.username, u.email, u.role FROM email_verifications v JOIN users u ON u.pk = v.user_pk
     WHERE v.token_hash = @token_hash AND v.expires_at > @now AND v.email_key = u.email_key AND u.is_active`,
  );
  const confirm = database.prepare<{ id: string; now: string }>(
    'UPDATE users SET verification_pending = 0, email_claimed = 0, updated_at = @now WHERE id = @id',
  );
  const remove = database.prepare<[string]>('DELETE FROM email_verifications WHERE token_hash = ?');
  const redeem = database.transaction((token_hash: string, now: string) => {
    const user = found.get({ token_hash, now });
    if (user) confirm.run({ id: user.id, now });
    remove.run(token_hash);
    return user;
  });

  return {
    /** The user with this unconfirmed address. */
    waiting: (normalizeEmail: string) => waiting.get(normalizeEmail),
    /** Replaces an earlier one of the same user. */
    save: (verification: Verification): void => void save.run(verification),
    /** Shows the link to admins if no mail could be sent. */
    showLink: (token_hash: string, link: string): void => void showLink.run({ token_hash, link }),
    /** Confirms the address of a token; undefined if the token is no longer valid. */
    redeem: (token_hash: string, now: string): UserSummary | undefined =>
      redeem.immediate(token_hash, now),
  };
};

export type RegistrationStore = ReturnType<typeof createRegistrationStore>;
