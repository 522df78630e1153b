import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';

import type { SignInRecord } from '../../../shared/api/sign-ins.ts';
import { dayMs, daysBefore } from '../../../shared/durations.ts';
import type { PageRequest } from '../../../shared/schemas.ts';
import { newId } from '../../database/ids.ts';
import type { LateWrite } from '../../database/write-lock.ts';
import type { ListPage } from '../../database/json.ts';
import { plainAddress } from '../../config/proxy-values.ts';
import type { Origin } from '../../http/net/origin.ts';
import { maxEntries } from '../../lib/lru-options.ts';
import { nameClient } from '../devices/describe-client.ts';
import type { SignInAttempt, SignInFailure, SignInSource } from './sign-in.ts';
import type { SignInsStore } from './store.ts';

const keptDays = 90;

interface Attempt extends Origin {
  user_pk: number;
  source: SignInSource;
  key_id?: string | null;
  /** Name of the provider. */
  via?: string | null;
  failure?: SignInFailure | null;
}

/** The audit log of sign-ins. */
export interface SignInsService {
  /** Records a successful or failed sign-in to a known account. */
  record(attempt: Attempt): void;
  /**
   * Records a client that sends its credentials with each request instead of starting a session:
   * once a day per user, credential, address and program.
   */
  seen(attempt: Attempt): void;
  /** The last 90 days, newest first; at most 1,000. */
  list(userPk: number): SignInAttempt[];
  /** A page of them; of everybody for null. */
  page(userPk: number | null, query: PageRequest): ListPage<SignInRecord>;
  /** The newest 1,000 of everybody within these 90 days, newest first. */
  ofEverybody(): (SignInAttempt & { user_id: string })[];
}

export const createSignInsService = ({
  store,
  clock,
  log,
  lateWrite = (write) => write(),
}: {
  store: SignInsStore;
  clock: () => Date;
  log: Pick<Logger, 'error'>;
  lateWrite?: LateWrite;
}): SignInsService => {
  const recent = new LRUCache<string, number>(maxEntries(10_000));
  const oldest = () => daysBefore(clock(), keptDays);

  const write = ({
    ip,
    client,
    key_id = null,
    via = null,
    failure = null,
    ...attempt
  }: Attempt): void => {
    try {
      store.add(
        {
          ...attempt,
          id: newId(),
          key_id,
          via,
          failure,
          address: plainAddress(ip),
          user_agent: client?.slice(0, 255) ?? null,
          created_at: clock().toISOString(),
        },
        oldest(),
      );
    } catch (error) {
      // A full disk must not prevent signing in.
      log.error({ err: error, user_pk: attempt.user_pk }, 'sign-in not recorded');
    }
  };

  const record = (attempt: Attempt): void => {
    // Failures are written after the response, because its time would reveal that the account
    // exists.
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
      lateWrite(() => record(attempt));
    },
    list: (userPk) => store.since(userPk, oldest()),
    page(userPk, query) {
      const { rows, total } = store.page(userPk, oldest(), query);
      const data = rows.map(({ user_agent, ...row }) => ({
        ...row,
        name: nameClient(user_agent) || null,
      }));
      return { data, total };
    },
    ofEverybody: () => store.ofEverybodySince(oldest()),
  };
};
