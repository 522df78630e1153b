import { randomBytes } from 'node:crypto';

import { ipKeyGenerator } from 'express-rate-limit';
import { LRUCache } from 'lru-cache';

import { maxEntries } from '../../lib/lru-options.ts';

export const attemptSeconds = 10 * 60;
const codeSeconds = 60;
/** Most attempts at a time, of all and of one network device; the oldest are forgotten. */
const maxAttempts = 2000;
const maxOfDevice = 100;

/** A browser that was sent to a provider. */
export interface SsoAttempt {
  provider_id: string;
  /** Secret of the browser's cookie. */
  browser: string;
  nonce: string;
  verifier: string;
  redirect_uri: string;
  /** Base URL of the web app. */
  site: string;
  /** Path to open afterwards. */
  to: string;
  /** The signed-in person who links an account; null for a sign-in. */
  link: { user_pk: number; jti: string | null; version: string } | null;
}

/** A person who came back from a provider. */
export interface Arrival {
  browser: string;
  user_pk: number;
  provider_id: string;
  id_token: string;
}

/** A random text that cannot be guessed. */
export const randomSecret = (): string => randomBytes(32).toString('base64url');

/** Attempts and arrivals, in memory because they last for minutes. Each can be taken once. */
export const createAttempts = (clock: () => Date) => {
  // Expiry follows the clock of the server, which tests can set.
  const attempts = new LRUCache<string, SsoAttempt & { expires: number; device: string }>(
    maxEntries(maxAttempts),
  );
  const arrivals = new LRUCache<string, Arrival & { expires: number }>(maxEntries(maxAttempts));
  const after = (seconds: number) => clock().getTime() + seconds * 1000;
  const isLive = ({ expires }: { expires: number }) => expires > clock().getTime();

  return {
    /** Returns the `state` for the provider. */
    begin(attempt: SsoAttempt, ip: string): string {
      const device = ipKeyGenerator(ip, 56);
      const own = [...attempts].filter(([, other]) => other.device === device);
      // The newest come first.
      for (const [state] of own.slice(maxOfDevice - 1)) attempts.delete(state);
      const state = randomSecret();
      attempts.set(state, { ...attempt, device, expires: after(attemptSeconds) });
      return state;
    },
    /** The attempt with this `state`, which ends it; null if it is unknown, used or expired. */
    take(state: string): SsoAttempt | null {
      const attempt = attempts.get(state);
      attempts.delete(state);
      return attempt && isLive(attempt) ? attempt : null;
    },
    /** Returns the one-time code for the web app. */
    arrive(arrival: Arrival): string {
      const code = randomSecret();
      arrivals.set(code, { ...arrival, expires: after(codeSeconds) });
      return code;
    },
    /** The arrival with this code, which ends it; null if it is unknown, used or expired. */
    redeem(code: string): Arrival | null {
      const arrival = arrivals.get(code);
      arrivals.delete(code);
      return arrival && isLive(arrival) ? arrival : null;
    },
  };
};

export type Attempts = ReturnType<typeof createAttempts>;
