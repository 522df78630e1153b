import type { Passkey } from '../../../shared/api/passkeys.ts';
import type { Database } from '../../database/types.ts';

export interface StoredPasskey {
  id: string;
  user_pk: number;
  name: string;
  rp_id: string;
  credential_id: string;
  public_key: Buffer;
  counter: number;
  /** JSON. */
  transports: string;
  created_at: string;
}

export const createPasskeysStore = (database: Database) => {
  const ofUser = database.prepare<[number], Passkey>(
    `SELECT id, name, rp_id AS host, created_at, last_used_at FROM passkeys WHERE user_pk = ?
     ORDER BY created_at, pk`,
  );
  const credentials = database
    .prepare<[number], string>('SELECT credential_id FROM passkeys WHERE user_pk = ?')
    .pluck();
  const any = database.prepare<[], number>('SELECT EXISTS (SELECT 1 FROM passkeys)').pluck();
  const byCredential = database.prepare<[string], StoredPasskey>(
    `SELECT id, user_pk, name, rp_id, credential_id, public_key, counter, transports, created_at
     FROM passkeys WHERE credential_id = ?`,
  );
  const insert = database.prepare<StoredPasskey>(
    `INSERT INTO passkeys (id, user_pk, name, rp_id, credential_id, public_key, counter, transports, created_at)
     VALUES (@id, @user_pk, @name, @rp_id, @credential_id, @public_key, @counter, @transports, @created_at)
     ON CONFLICT (credential_id) DO NOTHING`,
  );
  const use = database.prepare<{ id: string; seen: number; counter: number; now: string }>(
    `UPDATE passkeys SET counter = @counter, last_used_at = @now WHERE id = @id AND counter = @seen`,
  );
  const remove = database.prepare<{ id: string; user_pk: number }>(
    'DELETE FROM passkeys WHERE id = @id AND user_pk = @user_pk',
  );
  return {
    ofUser: (userPk: number): Passkey[] => ofUser.all(userPk),
    credentialIds: (userPk: number): string[] => credentials.all(userPk),
    /** Whether anybody has a passkey. */
    any: (): boolean => any.get() === 1,
    byCredential: (credentialId: string): StoredPasskey | undefined =>
      byCredential.get(credentialId),
    /** Returns false if the credential exists. */
    insert: (passkey: StoredPasskey): boolean => insert.run(passkey).changes > 0,
    /** Returns false if the counter is no longer the one that was checked. */
    use: (change: Parameters<typeof use.run>[0]): boolean => use.run(change).changes > 0,
    /** Returns false if the user has no such passkey. */
    remove: (user_pk: number, id: string): boolean => remove.run({ user_pk, id }).changes > 0,
  };
};

export type PasskeysStore = ReturnType<typeof createPasskeysStore>;
