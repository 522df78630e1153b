import type { UserSummary } from '../../../shared/api/auth.ts';
import type { Database } from '../../database/types.ts';

export interface StoredReset {
  user_pk: number;
  token_hash: string;
  email_key: string;
  created_at: string;
  expires_at: string;
}

export const createPasswordResetStore = (database: Database) => {
  const save = database.prepare<StoredReset>(
    `INSERT OR REPLACE INTO password_resets (user_pk, token_hash, email_key, created_at, expires_at)
     VALUES (@user_pk, @token_hash, @email_key, @created_at, @expires_at)`,
  );
  // A change of the account since the link was sent invalidates it.
  const found = database.prepare<
    { token_hash: string; now: string },
    UserSummary & { pk: number; email: string }
  >(
    `SELECT u.pk, u.id, u.username, u.email, u.role FROM password_resets r JOIN users u ON u.pk = r.user_pk
     WHERE r.token_hash = @token_hash AND r.expires_at > @now AND r.email_key = u.email_key
       AND u.updated_at <= r.created_at AND u.is_active AND NOT u.verification_pending`,
  );
  const remove = database.prepare<[string]>('DELETE FROM password_resets WHERE token_hash = ?');
  const setPassword = database.prepare<{ pk: number; password_hash: string; now: string }>(
    // The link proves that the mailbox is theirs.
    `UPDATE users SET password_hash = @password_hash, email_claimed = 0, updated_at = @now WHERE pk = @pk`,
  );
  const endSessions = database.prepare<[number]>('DELETE FROM sessions WHERE user_pk = ?');

  return {
    /** Replaces an earlier link of the same user. */
    save: (reset: StoredReset): void => void save.run(reset),
    /** The user of a link that is still valid. */
    user: (token_hash: string, now: string) => found.get({ token_hash, now }),
    /** Sets the password and ends the sessions; returns false if the link is no longer valid. */
    redeem: (token_hash: string, password_hash: string, now: string): boolean =>
      database
        .transaction(() => {
          const user = found.get({ token_hash, now });
          if (!user) return false;
          setPassword.run({ pk: user.pk, password_hash, now });
          endSessions.run(user.pk);
          remove.run(token_hash);
          return true;
        })
        .immediate(),
  };
};

export type PasswordResetStore = ReturnType<typeof createPasswordResetStore>;
