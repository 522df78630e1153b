import { hash } from 'node:crypto';

import type { Database } from '../../database/types.ts';
import { createWriteInvalidatedCache } from '../../database/write-invalidated-cache.ts';
import type { Caller } from '../../http/api/caller.ts';

export interface FoundCaller {
  caller: Caller;
  /** When the entry expires even without a database write: ISO 8601. */
  until: string;
}

/** Looks up the caller of a credential; null if there is none. */
type FindCaller = (credential: string) => FoundCaller | null;

export type CallerCache = (find: FindCaller) => (credential: string) => Caller | null;

/**
 * Caches callers by the digest of their credential, because looking up a session takes ten times as
 * long. Any write to the database clears the cache, so that revoked rights take effect at once.
 * Unknown credentials are not cached.
 */
export const createCallerCache =
  ({ database, clock }: { database: Database; clock: () => Date }): CallerCache =>
  (find) => {
    const known = createWriteInvalidatedCache<FoundCaller>(database);
    return (credential) => {
      const digest = hash('sha256', credential, 'base64');
      const entry = known.get(digest);
      if (entry && clock().toISOString() < entry.until) return entry.caller;
      const found = find(credential);
      if (found) known.set(digest, found);
      return found?.caller ?? null;
    };
  };
