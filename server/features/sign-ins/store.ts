import type { Database } from '../../database/types.ts';
import type { SignInAttempt } from './sign-in.ts';

export type NewSignIn = Omit<SignInAttempt, 'key_name'> & { user_pk: number; via: string | null };

/**
 * Maximum rows per user, successes and failures separately, so that guessing cannot displace
 * sign-ins.
 */
const keptOfEach = 500;

export const createSignInsStore = (database: Database) => {
  const insert = database.prepare<NewSignIn>(
    `INSERT INTO sign_ins (id, user_pk, source, failure, address, user_agent, key_id, key_name, created_at)
     VALUES (@id, @user_pk, @source, @failure, @address, @user_agent, @key_id,
       coalesce(@via, (SELECT name FROM api_keys WHERE id = @key_id)), @created_at)`,
  );
  const forgetOld = database.prepare<[string]>('DELETE FROM sign_ins WHERE created_at < ?');
  const forgetMost = database.prepare<{ user_pk: number; failed: number }>(
    `DELETE FROM sign_ins WHERE pk IN (
       SELECT pk FROM sign_ins WHERE user_pk = @user_pk AND (failure IS NOT NULL) = @failed
       ORDER BY created_at DESC, pk DESC LIMIT -1 OFFSET ${keptOfEach})`,
  );
  const since = database.prepare<[number, string], SignInAttempt>(
    `SELECT id, source, failure, address, user_agent, key_id, key_name, created_at FROM sign_ins
     WHERE user_pk = ? AND created_at >= ? ORDER BY created_at DESC, pk DESC`,
  );

  return {
    /** Adds a row; deletes everyone's rows before `oldest` and this user's beyond the limit. */
    add: (signIn: NewSignIn, oldest: string): void =>
      database
        .transaction(() => {
          insert.run(signIn);
          forgetOld.run(oldest);
          forgetMost.run({ user_pk: signIn.user_pk, failed: Number(signIn.failure !== null) });
        })
        .immediate(),
    /** Newest first. */
    since: (userPk: number, oldest: string): SignInAttempt[] => since.all(userPk, oldest),
  };
};

export type SignInsStore = ReturnType<typeof createSignInsStore>;
