import { randomBytes, hash } from 'node:crypto';

import { dayMs } from '../../../shared/durations.ts';
import type { Database } from '../../database/types.ts';
import { noPassword } from '../auth/passwords.ts';

const lifetimeMs = 30 * dayMs;

interface Invited {
  pk: number;
  username: string;
  email: string | null;
  email_key: string | null;
}

export interface Invitation {
  username: string;
  email: string | null;
  link: string;
}

/** Links with which people set their first password; redeemed like those of a password reset. */
export const createInvitations = (database: Database, clock: () => Date) => {
  const people = database.prepare<{ import_pk: number; none: string }, Invited>(
    `SELECT u.pk, u.username, u.email, u.email_key FROM import_lines l JOIN users u ON u.id = l.target
     WHERE l.import_pk = @import_pk AND l.kind = 'person' AND l.imported
       AND u.password_hash = @none AND u.last_login_at IS NULL ORDER BY u.username_key`,
  );
  const save = database.prepare(
    `INSERT OR REPLACE INTO password_resets (user_pk, token_hash, email_key, created_at, expires_at)
     VALUES (@user_pk, @token_hash, @email_key, @created_at, @expires_at)`,
  );
  return {
    /** @param site address of the web app */
    invite: (importPk: number, site: string): Invitation[] =>
      database
        .transaction(() =>
          people
            .all({ import_pk: importPk, none: noPassword })
            .map(({ pk, username, email, email_key }) => {
              const token = randomBytes(32).toString('base64url');
              const now = clock();
              save.run({
                user_pk: pk,
                token_hash: hash('sha256', token),
                email_key: email_key ?? '',
                created_at: now.toISOString(),
                expires_at: new Date(now.getTime() + lifetimeMs).toISOString(),
              });
              return { username, email, link: `${site}/reset-password?token=${token}` };
            }),
        )
        .immediate(),
  };
};

export type Invitations = ReturnType<typeof createInvitations>;
