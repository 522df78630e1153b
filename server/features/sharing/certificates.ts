import { generateKeyPairSync } from 'node:crypto';

import { z } from 'zod';

import type { SecretStore } from '../../host.ts';
import type { Certificate } from '../../http/listen.ts';
import { describeCertificate, selfSigned } from './certificate.ts';

const secretName = 'sharing_certificate';
const renewBeforeMs = 30 * 86_400_000;
const namesAtMost = 40;

const keptSchema = z.object({ cert: z.string(), key: z.string(), names: z.array(z.string()) });

/**
 * The certificate that the server makes for itself, kept among its secrets. It is made anew 30 days before
 * it ends, and for a name that it lacks; names of before stay in it, so that a laptop that comes home is
 * still trusted, and so does the key.
 */
export const createCertificates =
  ({ secrets, clock }: { secrets: SecretStore; clock: () => Date }) =>
  (names: readonly string[]): Certificate => {
    const kept = read(secrets.get(secretName));
    const now = clock();
    if (kept && names.every((name) => kept.names.includes(name)) && !endsSoon(kept.cert, now)) {
      return { cert: kept.cert, key: kept.key };
    }
    const all = [...new Set([...names, ...(kept?.names ?? [])])].slice(0, namesAtMost);
    const certificate = selfSigned(kept?.key ?? newKey(), all, now);
    secrets.set(secretName, JSON.stringify({ ...certificate, names: all }));
    return certificate;
  };

const endsSoon = (cert: string, now: Date) =>
  Date.parse(describeCertificate(cert).expires_at) - now.getTime() < renewBeforeMs;

const newKey = () =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  }) as string;

/** Null where nothing is kept, or nothing that can be used. */
const read = (text: string | null) => {
  try {
    const kept = keptSchema.parse(JSON.parse(text ?? ''));
    describeCertificate(kept.cert);
    return kept;
  } catch {
    return null;
  }
};
