import type { Database } from '../../database/types.ts';
import type { SignInRecord } from '../../../shared/api/sign-ins.ts';
import type { Direction, PageRequest } from '../../../shared/schemas.ts';
import type { SignInAttempt } from './sign-in.ts';

export type NewSignIn = Omit<SignInAttempt, 'key_name'> & { user_pk: number; via: string | null };

interface PageValues {
  user_pk: number | null;
  oldest: string;
  limit: number;
  offset: number;
}

type SignInRow = Omit<SignInRecord, 'name'> & { user_agent: string | null };

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
  const ofEverybody = database.prepare<[string], SignInAttempt & { user_id: string }>(
    `SELECT n.id, u.id AS user_id, source, failure, address, user_agent, key_id, key_name, n.created_at
     FROM sign_ins n JOIN users u ON u.pk = n.user_pk
     WHERE n.created_at >= ? ORDER BY n.created_at DESC, n.pk DESC LIMIT 1000`,
  );

  const addresses = database.prepare<[], { ip: string; account: string }>(
    `SELECT s.address AS ip, u.id AS account FROM sign_ins s JOIN users u ON u.pk = s.user_pk
     WHERE s.source = 'password' AND s.failure IS NULL GROUP BY s.user_pk, s.address ORDER BY max(s.created_at)`,
  );

  const ofUser = 'WHERE s.user_pk = @user_pk AND s.created_at >= @oldest';
  const ofAll = 'WHERE s.created_at >= @oldest';
  const prepared = (where: string) => {
    const pageIn = (direction: Direction) =>
      database.prepare<PageValues, SignInRow>(
        `SELECT s.id, u.id AS user_id, u.username, s.source, s.failure, s.address, s.user_agent, s.key_name,
           s.created_at
         FROM sign_ins s JOIN users u ON u.pk = s.user_pk ${where}
         ORDER BY s.created_at ${direction}, s.pk ${direction} LIMIT @limit OFFSET @offset`,
      );
    return {
      asc: pageIn('asc'),
      desc: pageIn('desc'),
      count: database
        .prepare<PageValues, number>(`SELECT count(*) FROM sign_ins s ${where}`)
        .pluck(),
    };
  };
  const pages = { own: prepared(ofUser), all: prepared(ofAll) };

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
    /** Addresses from which accounts have signed in with their password, the oldest first. */
    passwordAddresses: () => addresses.all(),
    /** Newest first. */
    since: (userPk: number, oldest: string): SignInAttempt[] => since.all(userPk, oldest),
    /** Of everybody for null. */
    page(user_pk: number | null, oldest: string, { page, pageSize, sort }: PageRequest) {
      const statements = user_pk === null ? pages.all : pages.own;
      const values = { user_pk, oldest, limit: pageSize, offset: (page - 1) * pageSize };
      const rows = statements[sort.direction].all(values);
      return { rows, total: statements.count.get(values) ?? 0 };
    },
    /** Newest first, at most 1,000. */
    ofEverybodySince: (oldest: string) => ofEverybody.all(oldest),
  };
};

export type SignInsStore = ReturnType<typeof createSignInsStore>;
