import { maxListedSessions } from '../../../shared/api/sessions.ts';
import type { Database } from '../../database/types.ts';

export interface StoredSession {
  id: string;
  client: string | null;
  address: string | null;
  created_at: string;
  last_used_at: string;
  expires_at: string;
  stays: number;
}

/** Sessions of people; those of API keys end with their key. */
export const createSessionsStore = (database: Database) => {
  const listed = database.prepare<{ user_id: string; now: string }, StoredSession>(
    `SELECT s.jti AS id, s.client, s.address, s.created_at, s.expires_at,
       coalesce(s.last_used_at, s.created_at) AS last_used_at, s.idle_seconds IS NOT NULL AS stays
     FROM sessions s JOIN users u ON u.pk = s.user_pk
     WHERE u.id = @user_id AND s.api_key_pk IS NULL AND s.expires_at > @now
     ORDER BY coalesce(s.last_used_at, s.created_at) DESC, s.pk DESC LIMIT ${maxListedSessions}`,
  );
  const remove = database.prepare<{ user_id: string; jti: string }>(
    `DELETE FROM sessions WHERE jti = @jti AND api_key_pk IS NULL
       AND user_pk = (SELECT pk FROM users WHERE id = @user_id)`,
  );
  const removeOthers = database.prepare<{ user_id: string; keep: string | null }>(
    `DELETE FROM sessions WHERE jti IS NOT @keep AND api_key_pk IS NULL
       AND user_pk = (SELECT pk FROM users WHERE id = @user_id)`,
  );
  return {
    listed: (user_id: string, now: string): StoredSession[] => listed.all({ user_id, now }),
    /** Returns false if the user has no such session. */
    remove: (user_id: string, jti: string): boolean => remove.run({ user_id, jti }).changes > 0,
    removeOthers: (user_id: string, keep: string | null): void =>
      void removeOthers.run({ user_id, keep }),
  };
};

export type SessionsStore = ReturnType<typeof createSessionsStore>;
