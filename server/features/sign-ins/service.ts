import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';

import type { SignInRecord } from '../../../shared/api/sign-ins.ts';
import { dayMs, daysBefore } from '../../../shared/durations.ts';
import type { PageRequest } from '../../../shared/schemas.ts';
import { newId } from '../../database/ids.ts';
import { type LateWrite, writeAtOnce } from '../../database/write-lock.ts';
import type { ListPage } from '../../database/json.ts';
import { plainAddress } from '../../config/proxy-values.ts';
import type { Origin } from '../../http/net/origin.ts';
import { maxEntries } from '../../lib/lru-options.ts';
import { nameClient } from '../devices/describe-client.ts';
import type { SignInAttempt, SignInFailure, SignInSource } from './sign-in.ts';
import type { SignInsStore } from './store.ts';

const keptDays = 90;
/** Addresses and programs of one credential that are recorded in a day: a thief could else displace the other sign-ins. */
const maxClients = 50;
const maxClientLength = 255;

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
   * once a day per credential, address and program, for at most 50 of these.
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
  deletionClock = clock,
  log,
  lateWrite = writeAtOnce,
}: {
  store: SignInsStore;
  clock: () => Date;
  deletionClock?: () => Date;
  log: Pick<Logger, 'error'>;
  lateWrite?: LateWrite;
}): SignInsService => {
  const recent = new LRUCache<string, { since: number; clients: Set<string> }>(maxEntries(10_000));
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
          user_agent: client?.slice(0, maxClientLength) ?? null,
          created_at: clock().toISOString(),
        },
        daysBefore(deletionClock(), keptDays),
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
      const credential = JSON.stringify([user_pk, source, key_id]);
      const now = clock().getTime();
      let today = recent.get(credential);
      if (!today || now - today.since >= dayMs) {
        today = { since: now, clients: new Set() };
        recent.set(credential, today);
      }
      const seenFrom = JSON.stringify([ip, client?.slice(0, maxClientLength)]);
      if (today.clients.has(seenFrom) || today.clients.size >= maxClients) return;
      today.clients.add(seenFrom);
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
