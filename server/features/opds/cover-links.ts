import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

import type { SecretStore } from '../../host.ts';

const weekMs = 7 * 86_400_000;

/**
 * Addresses of covers that open without credentials, for there are programs that send none for images.
 * Each opens one cover, for one to two weeks, and stays the same for a week so that programs may keep it.
 */
export const createCoverLinks = ({
  secrets,
  clock,
}: {
  secrets: SecretStore;
  clock: () => Date;
}) => {
  const key = Buffer.from(keyOf(secrets), 'base64url');
  const week = () => Math.floor(clock().getTime() / weekMs);
  const signatureOf = (path: string, until: string) =>
    createHmac('sha256', key).update(`${until} ${path}`).digest('base64url').slice(0, 22);
  return {
    /** The query that opens a path below the root of the catalogue. */
    sign(path: string): string {
      const until = String(week() + 2);
      return `until=${until}&signature=${signatureOf(path, until)}`;
    },
    isSigned(
      path: string,
      { until, signature }: { until?: unknown; signature?: unknown },
    ): boolean {
      if (typeof until !== 'string' || typeof signature !== 'string') return false;
      const expected = Buffer.from(signatureOf(path, until));
      const given = Buffer.from(signature);
      return (
        given.length === expected.length &&
        timingSafeEqual(given, expected) &&
        Number(until) > week()
      );
    },
  };
};

const keyOf = (secrets: SecretStore): string => {
  const kept = secrets.get('opds_covers');
  if (kept !== null) return kept;
  const made = randomBytes(32).toString('base64url');
  secrets.set('opds_covers', made);
  return made;
};
