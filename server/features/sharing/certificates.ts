import { generateKeyPairSync, X509Certificate } from 'node:crypto';

import { z } from 'zod';

import { dayMs } from '../../../shared/durations.ts';
import type { SecretStore } from '../../host-environment.ts';
import type { Certificate } from '../../http/net/listen.ts';
import { describeCertificate, selfSigned } from './certificate.ts';

const secretName = 'sharing_certificate';
const renewBeforeMs = 30 * dayMs;
const namesAtMost = 40;

const keptSchema = z.object({ cert: z.string(), key: z.string(), names: z.array(z.string()) });

/**
 * The self-signed certificate, stored among the secrets. Renewed 30 days before it expires, if it
 * is not valid yet because the clock was ahead, and for a missing name; earlier names and the key are kept, so that devices still trust a laptop that
 * returns to its home network.
 */
export const createCertificates =
  ({ secrets, clock }: { secrets: SecretStore; clock: () => Date }) =>
  (names: readonly string[]): Certificate => {
    const stored = read(secrets.get(secretName));
    const now = clock();
    if (stored && names.every((name) => stored.names.includes(name)) && isValid(stored.cert, now)) {
      return { cert: stored.cert, key: stored.key };
    }
    const all = [...new Set([...names, ...(stored?.names ?? [])])].slice(0, namesAtMost);
    const certificate = selfSigned(stored?.key ?? newKey(), all, now);
    secrets.set(secretName, JSON.stringify({ ...certificate, names: all }));
    return certificate;
  };

const isValid = (cert: string, now: Date) => {
  const { validFromDate, validToDate } = new X509Certificate(cert);
  return validFromDate <= now && validToDate.getTime() - now.getTime() >= renewBeforeMs;
};

const newKey = () =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  }) as string;

/** Null if nothing usable is stored. */
const read = (text: string | null) => {
  try {
    const stored = keptSchema.parse(JSON.parse(text ?? ''));
    describeCertificate(stored.cert);
    return stored;
  } catch {
    return null;
  }
};
