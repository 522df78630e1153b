import { hash, randomBytes } from 'node:crypto';

import { LRUCache } from 'lru-cache';

import type { Device } from '../../../shared/api/devices.ts';
import type { Permission } from '../../../shared/permissions.ts';
import { newId } from '../../database/ids.ts';

const lifetimeMs = 2 * 60 * 1000;
/** More than anybody shows; those of old are kept a while to say what became of them. */
const maxCodes = 500;

/** A pairing that was begun. Its token is known to nobody but who was given it. */
export interface Code {
  id: string;
  /** Who shows it. */
  creator_pk: number;
  user: { pk: number; id: string; username: string };
  /** Whose it is and who shows it, as they were then. */
  accounts: readonly { id: string; updated_at: string | null }[];
  name: string | null;
  permissions: Permission[];
  /** ISO 8601. */
  expires_at: string;
  /** Set as soon as it is used, whatever comes of that. */
  is_used: boolean;
  device: Device | null;
}

type NewCode = Pick<Code, 'creator_pk' | 'user' | 'accounts' | 'name' | 'permissions'>;

/** One-time codes. Kept in memory, for they live two minutes, and under the digest of their token. */
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
    /** Of the one who shows it. */
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
