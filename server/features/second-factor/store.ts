import type { Database } from '../../database/types.ts';

export interface StoredTotp {
  secret: string;
  created_at: string;
  confirmed_at: string | null;
  last_step: number;
}

export const createSecondFactorStore = (database: Database) => {
  const totp = database.prepare<[number], StoredTotp>(
    'SELECT secret, created_at, confirmed_at, last_step FROM totp WHERE user_pk = ?',
  );
  const begin = database.prepare<{ user_pk: number; secret: string; now: string }>(
    `INSERT INTO totp (user_pk, secret, created_at) VALUES (@user_pk, @secret, @now)
     ON CONFLICT (user_pk) DO UPDATE SET secret = @secret, created_at = @now
     WHERE confirmed_at IS NULL`,
  );
  const confirm = database.prepare<{ user_pk: number; step: number; now: string }>(
    `UPDATE totp SET confirmed_at = @now, last_step = @step
     WHERE user_pk = @user_pk AND confirmed_at IS NULL`,
  );
  const useStep = database.prepare<{ user_pk: number; step: number }>(
    `UPDATE totp SET last_step = @step
     WHERE user_pk = @user_pk AND last_step < @step AND confirmed_at IS NOT NULL`,
  );
  const remove = database.prepare<[number]>('DELETE FROM totp WHERE user_pk = ?');
  const codes = database
    .prepare<[number], number>('SELECT count(*) FROM recovery_codes WHERE user_pk = ?')
    .pluck();
  const addCode = database.prepare<[number, string]>(
    'INSERT INTO recovery_codes (user_pk, code_hash) VALUES (?, ?)',
  );
  const useCode = database.prepare<[number, string]>(
    'DELETE FROM recovery_codes WHERE user_pk = ? AND code_hash = ?',
  );
  const removeCodes = database.prepare<[number]>('DELETE FROM recovery_codes WHERE user_pk = ?');
  const removePasskeys = database.prepare<[number]>('DELETE FROM passkeys WHERE user_pk = ?');
  const touch = database.prepare<{ user_pk: number; now: string }>(
    'UPDATE users SET updated_at = @now WHERE pk = @user_pk',
  );
  const setCodes = (userPk: number, hashes: readonly string[]) => {
    removeCodes.run(userPk);
    for (const hash of hashes) addCode.run(userPk, hash);
  };
  const removeAll = (user_pk: number, now: string) => {
    remove.run(user_pk);
    removeCodes.run(user_pk);
    touch.run({ user_pk, now });
  };

  return {
    totp: (userPk: number): StoredTotp | undefined => totp.get(userPk),
    /** Replaces a secret that was not confirmed; returns false if one is. */
    begin: (user_pk: number, secret: string, now: string): boolean =>
      begin.run({ user_pk, secret, now }).changes > 0,
    /** Returns false if it was confirmed meanwhile. Credentials of before are checked again. */
    confirm: (
      change: { user_pk: number; step: number; now: string },
      codeHashes: readonly string[],
    ): boolean =>
      database
        .transaction(() => {
          if (confirm.run(change).changes === 0) return false;
          setCodes(change.user_pk, codeHashes);
          touch.run({ user_pk: change.user_pk, now: change.now });
          return true;
        })
        .immediate(),
    /** Returns false if the code of this step, or of a later one, was used. */
    useStep: (user_pk: number, step: number): boolean => useStep.run({ user_pk, step }).changes > 0,
    /** Returns false if there is no such code, or it was used. */
    useCode: (userPk: number, hash: string): boolean => useCode.run(userPk, hash).changes > 0,
    codesLeft: (userPk: number): number => codes.get(userPk) ?? 0,
    setCodes: (userPk: number, hashes: readonly string[]): void =>
      database.transaction(() => setCodes(userPk, hashes)).immediate(),
    turnOff: (userPk: number, now: string): void =>
      database.transaction(() => removeAll(userPk, now)).immediate(),
    /** Like `turnOff`, with the passkeys. */
    removeAll: (userPk: number, now: string): void =>
      database
        .transaction(() => {
          removeAll(userPk, now);
          removePasskeys.run(userPk);
        })
        .immediate(),
  };
};

export type SecondFactorStore = ReturnType<typeof createSecondFactorStore>;
