import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';

import { newId } from '../../database/ids.ts';
import type { Origin } from '../../http/origin.ts';
import { upTo } from '../../up-to.ts';
import type { SignIn, SignInFailure, SignInSource } from './sign-in.ts';
import type { SignInsStore } from './store.ts';

const dayMs = 24 * 60 * 60 * 1000;
const keptDays = 90;

interface Attempt extends Origin {
  user_pk: number;
  source: SignInSource;
  key_id?: string | null;
  failure?: SignInFailure | null;
}

export interface SignInsService {
  /** Records a sign-in or a failed attempt of a known account. */
  record(attempt: Attempt): void;
  /**
   * Records the sign-in of a program that begins no session and sends its credentials with each request:
   * once a day for the same person, credential, address and program.
   */
  seen(attempt: Attempt): void;
  /** Those of the last 90 days, newest first; at most 1,000. */
  list(userPk: number): SignIn[];
}

export const createSignInsService = ({
  store,
  clock,
  log,
}: {
  store: SignInsStore;
  clock: () => Date;
  log: Pick<Logger, 'error'>;
}): SignInsService => {
  const recent = new LRUCache<string, number>(upTo(10_000));
  const oldest = () => new Date(clock().getTime() - keptDays * dayMs).toISOString();

  const write = ({ ip, client, key_id = null, failure = null, ...attempt }: Attempt): void => {
    try {
      store.add(
        {
          ...attempt,
          id: newId(),
          key_id,
          failure,
          // IPv4 as such, also where the socket takes both.
          address: ip.replace(/^::ffff:/, ''),
          user_agent: client?.slice(0, 255) ?? null,
          created_at: clock().toISOString(),
        },
        oldest(),
      );
    } catch (error) {
      // A full disk keeps nobody out.
      log.error({ err: error, user_pk: attempt.user_pk }, 'sign-in not recorded');
    }
  };

  const record = (attempt: Attempt): void => {
    // A failure is written once the answer is on its way: its time would tell that there is such an account.
    if (attempt.failure) setImmediate(write, attempt);
    else write(attempt);
  };

  return {
    record,
    seen(attempt) {
      const { user_pk, source, key_id = null, ip, client } = attempt;
      const key = JSON.stringify([user_pk, source, key_id, ip, client]);
      const now = clock().getTime();
      if (now - (recent.get(key) ?? 0) < dayMs) return;
      recent.set(key, now);
      record(attempt);
    },
    list: (userPk) => store.since(userPk, oldest()),
  };
};
