import { createHash, X509Certificate } from 'node:crypto';

/** The fingerprint that a person compares, and the one that is pinned. */
export interface ServerKey {
  /** SHA-256 of the certificate, as browsers and Octavo's settings show it. */
  fingerprint: string;
  /** SHA-256 of the public key, which a renewed certificate keeps. */
  key: string;
}

/** Describes a certificate, in PEM or DER. */
export const serverKeyOf = (certificate: string | Buffer): ServerKey => {
  const { fingerprint256, publicKey } = new X509Certificate(certificate);
  const key = createHash('sha256').update(publicKey.export({ type: 'spki', format: 'der' }));
  return { fingerprint: fingerprint256, key: key.digest('hex') };
};

/** A certificate as Electron or Node judged it. */
export interface JudgedCertificate {
  /** PEM or DER. */
  certificate: string | Buffer;
  /** Whether the system trusts it, for this host name. */
  isTrusted: boolean;
}

/**
 * Whether a certificate is accepted: the system trusts it, or it has the pinned key. Browsers would
 * accept the former as well, so that a server can change from a pinned to an official certificate.
 */
export const isAccepted = (
  { certificate, isTrusted }: JudgedCertificate,
  pinnedKey: string | null,
): boolean => {
  if (isTrusted) return true;
  if (pinnedKey === null) return false;
  try {
    return serverKeyOf(certificate).key === pinnedKey;
  } catch {
    return false;
  }
};
