import { hash, randomBytes } from 'node:crypto';

import { LRUCache } from 'lru-cache';

import type { Device } from '../../../shared/api/devices.ts';
import type { Permission } from '../../../shared/permissions.ts';
import { newId } from '../../database/ids.ts';

const lifetimeMs = 2 * 60 * 1000;
/** Maximum codes in memory; old ones are kept for a while to report their outcome. */
const maxCodes = 500;

/** A pending pairing. Its token is known only to the user it was issued to. */
export interface Code {
  id: string;
  /** The user who displays it. */
  creator_pk: number;
  user: { pk: number; id: string; username: string };
  /** The paired user and the one who displays it, in their state at creation. */
  accounts: readonly { id: string; updated_at: string | null }[];
  name: string | null;
  permissions: Permission[];
  /** ISO 8601. */
  expires_at: string;
  /** Set on first use, whether that succeeds or not. */
  is_used: boolean;
  device: Device | null;
}

type NewCode = Pick<Code, 'creator_pk' | 'user' | 'accounts' | 'name' | 'permissions'>;

/**
 * One-time codes. Kept in memory by the digest of their token, because they expire after two
 * minutes.
 */
export const createCodes = (clock: () => Date) => {
  const byDigest = new LRUCache<string, Code>({ max: maxCodes });
  const digestOf = (token: string) => hash('sha256', token, 'base64');
  const isExpired = ({ expires_at }: Code) => expires_at <= clock().toISOString();
  const entry = (id: string) => [...byDigest.entries()].find(([, code]) => code.id === id);

  return {
    isExpired,
    make(code: NewCode): { code: Code; token: string } {
      const token = randomBytes(32).toString('base64url');
      const expires_at = new Date(clock().getTime() + lifetimeMs).toISOString();
      const made = { ...code, id: newId(), expires_at, is_used: false, device: null };
      byDigest.set(digestOf(token), made);
      return { code: made, token };
    },
    /** Only for the user who displays it. */
    find(id: string, creatorPk: number): Code | null {
      const code = entry(id)?.[1];
      return code?.creator_pk === creatorPk ? code : null;
    },
    byToken: (token: string): Code | null => byDigest.get(digestOf(token)) ?? null,
    remove(id: string): void {
      const digest = entry(id)?.[0];
      if (digest !== undefined) byDigest.delete(digest);
    },
  };
};

export type Codes = ReturnType<typeof createCodes>;
