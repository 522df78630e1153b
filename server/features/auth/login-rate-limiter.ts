import { ipKeyGenerator } from 'express-rate-limit';
import { LRUCache } from 'lru-cache';

import { AppError, retryAfter } from '../../../shared/errors.ts';
import { maxEntries } from '../../lib/lru-options.ts';

const windowMs = 15 * 60 * 1000;
const maxFailures = 10;

/** A sign-in attempt, which counts as failed until `succeed` or `withdraw`. */
export interface Attempt {
  /**
   * Removes the attempt from the count and resets the account's failures; other failures of the address stay
   * counted. From then on, only the account's own failures at this address can block it there.
   */
  succeed(): void;
  /** Removes the attempt from the count, because the password was never checked. */
  withdraw(): void;
}

/** Runs the check of an attempt. An error withdraws the attempt, because nothing was guessed. */
export const checkAttempt = (attempt: Attempt, check: () => boolean): boolean => {
  try {
    return check();
  } catch (error) {
    attempt.withdraw();
    throw error;
  }
};

export interface LoginRateLimiter {
  /**
   * Counts an attempt before its password is checked, so that concurrent attempts count too. Throws
   * TooManyRequests after too many failures of the address or the account.
   */
  begin(ip: string, account: string): Attempt;
}

/** An address from which an account has signed in with its password. */
export interface KnownAddress {
  ip: string;
  account: string;
}

/** Counts IPv6 by /56, because a household has at least a /64. */
const addressKey = (ip: string): string => `ip ${ipKeyGenerator(ip, 56)}`;
const knownKey = ({ ip, account }: KnownAddress): string => `${addressKey(ip)} account ${account}`;

/**
 * Rate-limits sign-ins: more than ten failures in 15 minutes per address or account are
 * refused. At an address from which the account has signed in, only the account's own
 * failures there count, so that neither guessing from elsewhere nor another device of the
 * same household locks the user out, also after a restart: `earlier` lists such addresses, the
 * oldest first. This allows no additional attempts at an account. A block ends when the time has
 * passed, also if the system clock was ahead when it began.
 */
export const createLoginRateLimiter = (
  elapsedMs: () => number = () => performance.now(),
  earlier: () => KnownAddress[] = () => [],
): LoginRateLimiter => {
  const failures = new LRUCache<string, { count: number; until: number }>(maxEntries(15_000));
  const knownAddresses = new LRUCache<string, true>(maxEntries(10_000));
  let isLoaded = false;
  /** At the first attempt of any address, so that its duration reveals nothing about an account. */
  const load = () => {
    if (isLoaded) return;
    isLoaded = true;
    for (const address of earlier()) knownAddresses.set(knownKey(address), true);
  };
  const current = (key: string) => {
    const entry = failures.get(key);
    return entry && entry.until > elapsedMs() ? entry : null;
  };
  const uncount = (key: string) => {
    const entry = current(key);
    if (entry) entry.count -= 1;
  };
  return {
    begin(ip, account) {
      load();
      const byAddress = addressKey(ip);
      const byAccount = `account ${account}`;
      const known = knownKey({ ip, account });
      for (const key of knownAddresses.get(known) ? [known] : [byAddress, byAccount]) {
        const entry = current(key);
        if (!entry || entry.count <= maxFailures) continue;
        const seconds = Math.ceil((entry.until - elapsedMs()) / 1000);
        throw new AppError(
          'TooManyRequests',
          'Too many failed sign-ins; try again later',
          retryAfter(seconds),
        );
      }
      for (const key of [byAddress, byAccount, known]) {
        const entry = current(key);
        if (entry) entry.count += 1;
        else failures.set(key, { count: 1, until: elapsedMs() + windowMs });
      }
      return {
        succeed() {
          uncount(byAddress);
          uncount(known);
          failures.delete(byAccount);
          knownAddresses.set(known, true);
        },
        withdraw() {
          uncount(byAddress);
          uncount(byAccount);
          uncount(known);
        },
      };
    },
  };
};
