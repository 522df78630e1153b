import { LRUCache } from 'lru-cache';

import { AppError } from '../../../shared/errors.ts';
import { upTo } from '../../up-to.ts';

const windowMs = 15 * 60 * 1000;
const maxFailures = 10;

export interface Throttle {
  /** Throws TooManyRequests where the address or the account failed too often of late. */
  check(ip: string, account: string): void;
  failed(ip: string, account: string): void;
  /** A success forgives the account, not the address. */
  succeeded(account: string): void;
}

/** Counts failed sign-ins: more than ten in 15 minutes for one address or one account are refused. */
export const createThrottle = (clock: () => number = Date.now): Throttle => {
  const failures = new LRUCache<string, { count: number; until: number }>(upTo(10_000));
  const current = (key: string) => {
    const entry = failures.get(key);
    return entry && entry.until > clock() ? entry : null;
  };
  const keys = (ip: string, account: string) => [`ip ${ip}`, `account ${account}`];
  return {
    check(ip, account) {
      for (const key of keys(ip, account)) {
        const entry = current(key);
        if (!entry || entry.count <= maxFailures) continue;
        const seconds = Math.ceil((entry.until - clock()) / 1000);
        throw new AppError('TooManyRequests', 'Too many failed sign-ins; try again later', {
          headers: { 'Retry-After': String(seconds) },
        });
      }
    },
    failed(ip, account) {
      for (const key of keys(ip, account)) {
        const entry = current(key);
        if (entry) entry.count += 1;
        else failures.set(key, { count: 1, until: clock() + windowMs });
      }
    },
    succeeded(account) {
      failures.delete(`account ${account}`);
    },
  };
};
