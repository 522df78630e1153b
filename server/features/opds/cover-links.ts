import { createHmac, randomBytes } from 'node:crypto';

import { dayMs } from '../../../shared/durations.ts';
import type { SecretStore } from '../../host-environment.ts';
import { isSameSecret } from '../../lib/same-secret.ts';

const weekMs = 7 * dayMs;

/**
 * Signed cover URLs that need no credentials, because some clients send none for images. Each opens
 * one cover, is valid for one to two weeks, and is stable for a week so that clients can cache it.
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
    /** The signed query for a path below the root of the catalogue. */
    sign(path: string): string {
      const until = String(week() + 2);
      return `until=${until}&signature=${signatureOf(path, until)}`;
    },
    isSigned(
      path: string,
      { until, signature }: { until?: unknown; signature?: unknown },
    ): boolean {
      if (typeof until !== 'string' || typeof signature !== 'string') return false;
      return isSameSecret(signatureOf(path, until), signature) && Number(until) > week();
    },
  };
};

const keyOf = (secrets: SecretStore): string => {
  const stored = secrets.get('opds_covers');
  if (stored !== null) return stored;
  const made = randomBytes(32).toString('base64url');
  secrets.set('opds_covers', made);
  return made;
};
