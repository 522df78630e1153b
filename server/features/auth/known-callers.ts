import { hash } from 'node:crypto';

import type { Database } from '../../database/database.ts';
import { createFreshCache } from '../../database/fresh-cache.ts';
import type { Caller } from '../../http/caller.ts';

export interface FoundCaller {
  caller: Caller;
  /** When to look again although nothing was written: ISO 8601. */
  until: string;
}

/** Finds the caller of a credential; null where there is none. */
type Find = (credential: string) => FoundCaller | null;

export type RememberCallers = (find: Find) => (credential: string) => Caller | null;

/**
 * Remembers who sends which credential, under its digest: to look a session up takes ten times as long.
 * Everyone is forgotten as soon as anything was written to the database, so whatever takes a right away
 * does so at once. Nothing is remembered of a credential that `find` does not know.
 */
export const createRememberCallers =
  ({ database, clock }: { database: Database; clock: () => Date }): RememberCallers =>
  (find) => {
    const known = createFreshCache<FoundCaller>(database);
    return (credential) => {
      const digest = hash('sha256', credential, 'base64');
      const entry = known.get(digest);
      if (entry && clock().toISOString() < entry.until) return entry.caller;
      const found = find(credential);
      if (found) known.set(digest, found);
      return found?.caller ?? null;
    };
  };
