import { ipKeyGenerator } from 'express-rate-limit';
import { LRUCache } from 'lru-cache';

import { AppError } from '../../../shared/errors.ts';
import { upTo } from '../../up-to.ts';

const windowMs = 15 * 60 * 1000;
const maxFailures = 10;

/** An attempt to sign in, which counts as failed until it says otherwise. */
export interface Attempt {
  /** Takes the attempt back and forgives the account; the address keeps its other failures. */
  succeed(): void;
  /** Takes the attempt back: nobody looked at the password. */
  withdraw(): void;
}

export interface Throttle {
  /**
   * Counts an attempt before its password is checked, so that attempts in flight are counted too. Throws
   * TooManyRequests after too many failures of the address or the account.
   */
  begin(ip: string, account: string): Attempt;
}

/** Counts failed sign-ins: more than ten in 15 minutes for one address or one account are refused. */
export const createThrottle = (clock: () => number = Date.now): Throttle => {
  const failures = new LRUCache<string, { count: number; until: number }>(upTo(10_000));
  const current = (key: string) => {
    const entry = failures.get(key);
    return entry && entry.until > clock() ? entry : null;
  };
  const takeBack = (key: string) => {
    const entry = current(key);
    if (entry) entry.count -= 1;
  };
  return {
    begin(ip, account) {
      // A household with IPv6 has at least a /64 of addresses.
      const byAddress = `ip ${ipKeyGenerator(ip, 56)}`;
      const byAccount = `account ${account}`;
      for (const key of [byAddress, byAccount]) {
        const entry = current(key);
        if (!entry || entry.count <= maxFailures) continue;
        const seconds = Math.ceil((entry.until - clock()) / 1000);
        throw new AppError('TooManyRequests', 'Too many failed sign-ins; try again later', {
          headers: { 'Retry-After': String(seconds) },
        });
      }
      for (const key of [byAddress, byAccount]) {
        const entry = current(key);
        if (entry) entry.count += 1;
        else failures.set(key, { count: 1, until: clock() + windowMs });
      }
      return {
        succeed() {
          takeBack(byAddress);
          failures.delete(byAccount);
        },
        withdraw() {
          takeBack(byAddress);
          takeBack(byAccount);
        },
      };
    },
  };
};
