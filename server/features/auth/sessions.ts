import { LRUCache } from 'lru-cache';

import type { UserSummary } from '../../../shared/api/auth.ts';
import type { LoginResponse } from '../../../shared/api/auth.ts';
import { dayMs } from '../../../shared/durations.ts';
import { newId } from '../../database/ids.ts';
import { plainAddress } from '../../config/proxy-values.ts';
import { type LateWrite, writeAtOnce } from '../../database/write-lock.ts';
import type { Origin } from '../../http/net/origin.ts';
import { maxEntries } from '../../lib/lru-options.ts';
import type { SignInSource } from '../sign-ins/sign-in.ts';
import type { AuthStore, FoundSession, UserRow } from './store.ts';
import type { Tokens } from './tokens.ts';

export const userSummary = ({ id, username, email, role }: UserRow): UserSummary => ({
  id,
  username,
  email,
  role,
});

/** How long a session counts as freshly authenticated by password. */
export const freshMinutes = 5;

const daySeconds = dayMs / 1000;
/** A session of somebody who chose to stay signed in ends after this time without use. */
export const stayingSeconds = 365 * daySeconds;
/**
 * The same for a window of the desktop, which can be open for days. Each window of a book has a session of
 * its own, so it is not kept for as long.
 */
export const windowSeconds = 7 * daySeconds;

export interface SessionOptions {
  source: SignInSource;
  seconds?: number;
  /** Renews the session while it is used, and ends it after this time without use, instead of at a fixed time. */
  idle_seconds?: number | undefined;
  /** Limits the session to this API key's permissions and lifetime. */
  key_id?: string | null;
  /** Whether the user authenticated with the password or something stronger. */
  by_password?: boolean;
}

export type LiveSession = FoundSession & { jti: string };

export interface Sessions {
  /** Begins a session and returns the login response. */
  begin(user: UserRow, from: Origin, options: SessionOptions): LoginResponse;
  /** The live session of a token. */
  find(token: string): LiveSession | null;
  /**
   * Like `find`, but also renews the session, at most once a day, because that writes: there are no refresh
   * tokens. `until` is when to call it again.
   */
  use(token: string): (LiveSession & { until: string }) | null;
  /** Records a request of the session in memory, without a database write. */
  seen(jti: string): void;
  /** The last request of the session since the server started: ISO 8601. */
  lastSeen(jti: string): string | null;
  isLive(jti: string): boolean;
  /** Whether the password was given for this session within the last `freshMinutes`. */
  isFresh(jti: string): boolean;
  /** A live session by its id. */
  get(jti: string): FoundSession | null;
  end(jti: string): void;
  endOthers(user: UserRow, keep: string | null): void;
}

/**
 * Creates and finds sessions. A token refers to a session row that must still exist, so that ending a session
 * takes effect at once.
 */
export const createSessions = ({
  store,
  tokens,
  ttlSeconds,
  clock,
  deletionClock,
  lateWrite = writeAtOnce,
}: {
  store: AuthStore;
  tokens: Tokens;
  /** Lifetime of a new session. */
  ttlSeconds: () => number;
  clock: () => Date;
  /** The clock for deleting expired sessions. */
  deletionClock: () => Date;
  lateWrite?: LateWrite;
}): Sessions => {
  const lastSeen = new LRUCache<string, string>(maxEntries(10_000));
  const get = (jti: string) => store.session(jti, clock().toISOString());
  const find = (token: string): LiveSession | null => {
    const jti = tokens.read(token);
    const session = jti === null ? null : get(jti);
    return session && jti !== null ? { ...session, jti } : null;
  };
  /** Records the use of a session; returns its expiry. */
  const renew = ({ jti, expires_at, idle_seconds }: LiveSession): string => {
    const now = clock();
    const renewed = idle_seconds === null ? expires_at : after(now, idle_seconds * 1000);
    let current = expires_at;
    try {
      lateWrite(() => {
        store.touchSession({ jti, now: now.toISOString(), expires_at: renewed });
        current = renewed;
      });
    } catch {
      // A full disk must not end the session; the next use tries again.
    }
    return current;
  };

  return {
    begin(user, { client, ip }, { source, idle_seconds, key_id = null, ...options }) {
      const created = clock();
      const jti = newId();
      const expires_in = idle_seconds ?? options.seconds ?? ttlSeconds();
      store.deleteExpiredSessions(deletionClock().toISOString());
      store.insertSession({
        jti,
        user_pk: user.pk,
        client: client?.slice(0, 255) ?? null,
        address: plainAddress(ip),
        source,
        key_id,
        password_at: options.by_password ? created.toISOString() : null,
        idle_seconds: idle_seconds ?? null,
        created_at: created.toISOString(),
        expires_at: after(created, expires_in * 1000),
      });
      store.touchLogin(user.pk, created.toISOString());
      return {
        // The expiry of a renewed session is stored in its row only.
        access_token: tokens.sign({
          jti,
          user_id: user.id,
          expires_in: idle_seconds === undefined ? expires_in : null,
        }),
        token_type: 'Bearer',
        expires_in,
        user: userSummary(user),
      };
    },
    find,
    use(token) {
      const session = find(token);
      if (!session) return null;
      const used = Date.parse(session.last_used_at);
      const age = clock().getTime() - used;
      // Negative if the clock was ahead and has been corrected since.
      const isDue = age >= dayMs || age < 0;
      const expires_at = isDue ? renew(session) : session.expires_at;
      const again = after(isDue ? clock() : new Date(used), dayMs);
      return { ...session, expires_at, until: again < expires_at ? again : expires_at };
    },
    seen: (jti) => void lastSeen.set(jti, clock().toISOString()),
    lastSeen: (jti) => lastSeen.get(jti) ?? null,
    isLive: (jti) => get(jti)?.user.is_active === true,
    isFresh(jti) {
      const time = store.passwordAt(jti);
      if (time === null) return false;
      const age = clock().getTime() - Date.parse(time);
      return age >= 0 && age < freshMinutes * 60_000;
    },
    get,
    end: store.deleteSession,
    endOthers: (user, keep) => store.deleteOtherSessions(user.pk, keep),
  };
};

const after = (time: Date, ms: number): string => new Date(time.getTime() + ms).toISOString();
