import { randomBytes } from 'node:crypto';

import { LRUCache } from 'lru-cache';

import { maxEntries } from '../../lib/lru-options.ts';

const lifetimeMs = 5 * 60 * 1000;

export interface Challenges<Purpose extends object> {
  issue(purpose: Purpose): string;
  /** Invalidates the challenge and returns its purpose. Null if it is unknown, used or expired. */
  take(challenge: string): Purpose | null;
}

/** One-time challenges. Kept in memory, because they expire after five minutes. */
export const createChallenges = <Purpose extends object>(
  clock: () => Date,
): Challenges<Purpose> => {
  const open = new LRUCache<string, { purpose: Purpose; expires: number }>(maxEntries(10_000));
  return {
    issue(purpose) {
      const challenge = randomBytes(32).toString('base64url');
      open.set(challenge, { purpose, expires: clock().getTime() + lifetimeMs });
      return challenge;
    },
    take(challenge) {
      const entry = open.get(challenge);
      open.delete(challenge);
      return entry && entry.expires > clock().getTime() ? entry.purpose : null;
    },
  };
};
