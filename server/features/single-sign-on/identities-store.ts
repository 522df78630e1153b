import type { LinkedIdentity } from '../../../shared/api/single-sign-on.ts';
import { newId } from '../../database/ids.ts';
import type { Database } from '../../database/types.ts';

interface Subject {
  provider_pk: number;
  issuer: string;
  subject: string;
}

export type IdentitiesStore = ReturnType<typeof createIdentitiesStore>;

/** Accounts at providers, and the sessions that began with them. */
export const createIdentitiesStore = (database: Database) => {
  const owner = database
    .prepare<Subject, number>(
      `SELECT user_pk FROM user_identities
       WHERE provider_pk = :provider_pk AND issuer = :issuer AND subject = :subject`,
    )
    .pluck();
  const ofUser = database.prepare<
    [number],
    Omit<LinkedIdentity, 'provider'> & LinkedIdentity['provider'] & { enabled: number }
  >(
    `SELECT i.id, i.label, i.created_at, i.last_used_at, p.slug, p.name, p.enabled
     FROM user_identities i JOIN sign_in_providers p ON p.pk = i.provider_pk
     WHERE i.user_pk = ? ORDER BY i.pk`,
  );
  const insert = database.prepare(
    `INSERT INTO user_identities (id, user_pk, provider_pk, issuer, subject, label, created_at)
     VALUES (:id, :user_pk, :provider_pk, :issuer, :subject, :label, :now)`,
  );
  const used = database.prepare(
    `UPDATE user_identities SET label = :label, last_used_at = :now
     WHERE provider_pk = :provider_pk AND issuer = :issuer AND subject = :subject`,
  );
  const remove = database.prepare<[string]>('DELETE FROM user_identities WHERE id = ?');
  const addSession = database.prepare(
    `INSERT INTO provider_sessions (jti, provider_pk, id_token)
     VALUES (:jti, (SELECT pk FROM sign_in_providers WHERE id = :provider_id), :id_token)`,
  );
  const session = database.prepare<[string], { provider_id: string; id_token: string }>(
    `SELECT p.id AS provider_id, s.id_token
     FROM provider_sessions s JOIN sign_in_providers p ON p.pk = s.provider_pk WHERE s.jti = ?`,
  );
  const began = database
    .prepare<[string], string>('SELECT created_at FROM sessions WHERE jti = ?')
    .pluck();

  return {
    /** The person with this account at a provider, or null. */
    owner: (subject: Subject): number | null => owner.get(subject) ?? null,
    ofUser: (userPk: number) =>
      ofUser
        .all(userPk)
        .map(({ slug, name, enabled, ...rest }): LinkedIdentity & { is_usable: boolean } => ({
          ...rest,
          provider: { slug, name },
          is_usable: enabled === 1,
        })),
    insert: (userPk: number, subject: Subject & { label: string }, now: string): void =>
      void insert.run({ ...subject, user_pk: userPk, id: newId(), now }),
    used: (subject: Subject & { label: string }, now: string): void =>
      void used.run({ ...subject, now }),
    remove: (id: string): void => void remove.run(id),
    addSession: (jti: string, providerId: string, idToken: string): void =>
      void addSession.run({ jti, provider_id: providerId, id_token: idToken }),
    /** The provider with which a session began, or null. */
    session: (jti: string) => session.get(jti) ?? null,
    sessionBegan: (jti: string): string | null => began.get(jti) ?? null,
    /** Atomic. */
    transaction: <Result>(work: () => Result): Result => database.transaction(work).immediate(),
  };
};
