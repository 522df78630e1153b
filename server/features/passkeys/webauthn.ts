import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto';

import type { NewPasskey, PasskeyAssertion } from '../../../shared/api/passkeys.ts';

/**
 * The relying party's checks of WebAuthn level 3, sections 7.1 and 7.2, for what we ask for: user
 * verification is required, attestation is not. Without attestation the browser's word for the
 * public key is as good as the attestation object's, so no CBOR is read.
 */

/** Where a ceremony has to have taken place. */
export interface Ceremony {
  challenge: string;
  /** Of the web app: `https://books.example`. */
  origin: string;
  rp_id: string;
}

export interface VerifiedPasskey {
  credential_id: string;
  /** SubjectPublicKeyInfo, DER. */
  public_key: Buffer;
  counter: number;
}

interface KeyKind {
  /** Whether a key is of the kind that the browser says. */
  fits: (key: KeyObject) => boolean;
  digest: 'sha256' | null;
}

/** COSE algorithms, the preferred one first: EdDSA, ES256, RS256. */
const keyKinds = new Map<number, KeyKind>([
  [-8, { fits: (key) => key.asymmetricKeyType === 'ed25519', digest: null }],
  [
    -7,
    {
      fits: ({ asymmetricKeyType, asymmetricKeyDetails }) =>
        asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === 'prime256v1',
      digest: 'sha256',
    },
  ],
  [
    -257,
    {
      fits: ({ asymmetricKeyType, asymmetricKeyDetails }) =>
        asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= 2048,
      digest: 'sha256',
    },
  ],
]);
export const passkeyAlgorithms: readonly number[] = [...keyKinds.keys()];

const bytesOf = (base64url: string): Buffer => Buffer.from(base64url, 'base64url');
const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();

/** The challenge that a response answers, or null; nothing is verified yet. */
export const challengeOf = (clientDataJSON: string): string | null =>
  readClientData(clientDataJSON)?.challenge ?? null;

interface ClientData {
  type: string;
  challenge: string;
  origin: string;
  crossOrigin?: boolean;
}

const readClientData = (encoded: string): ClientData | null => {
  try {
    const data = Object(JSON.parse(bytesOf(encoded).toString('utf8'))) as Partial<ClientData>;
    const { type, challenge, origin, crossOrigin } = data;
    if (typeof type !== 'string' || typeof challenge !== 'string' || typeof origin !== 'string') {
      return null;
    }
    return { type, challenge, origin, crossOrigin: crossOrigin === true };
  } catch {
    return null;
  }
};

interface AuthenticatorData {
  counter: number;
  credential_id: string | null;
}

const flag = { userPresent: 0x01, userVerified: 0x04, hasCredential: 0x40 };
/** Hash of the host name, flags, counter. */
const headBytes = 37;
const aaguidBytes = 16;

/** Null unless it is of this host and the user was present and verified. */
const readAuthenticatorData = (data: Buffer, rpId: string): AuthenticatorData | null => {
  if (data.length < headBytes || !data.subarray(0, 32).equals(sha256(rpId))) return null;
  const flags = data.readUInt8(32);
  if ((flags & flag.userPresent) === 0 || (flags & flag.userVerified) === 0) return null;
  const counter = data.readUInt32BE(33);
  if ((flags & flag.hasCredential) === 0) return { counter, credential_id: null };
  const start = headBytes + aaguidBytes + 2;
  if (data.length < start) return null;
  const end = start + data.readUInt16BE(start - 2);
  if (data.length < end) return null;
  return { counter, credential_id: data.subarray(start, end).toString('base64url') };
};

const isOfCeremony = (encoded: string, type: string, { challenge, origin }: Ceremony): boolean => {
  const data = readClientData(encoded);
  return (
    data?.type === type &&
    data.challenge === challenge &&
    data.origin === origin &&
    data.crossOrigin !== true
  );
};

/** A new passkey, or null if any check fails. */
export const verifyNewPasskey = (
  { id, response }: NewPasskey,
  ceremony: Ceremony,
): VerifiedPasskey | null => {
  if (!isOfCeremony(response.clientDataJSON, 'webauthn.create', ceremony)) return null;
  const data = readAuthenticatorData(bytesOf(response.authenticatorData), ceremony.rp_id);
  if (data?.credential_id !== id) return null;
  const public_key = bytesOf(response.publicKey);
  const kind = keyKinds.get(response.publicKeyAlgorithm);
  const key = readKey(public_key);
  if (!kind || !key || !kind.fits(key)) return null;
  return { credential_id: id, public_key, counter: data.counter };
};

/** The counter of a sign-in, or null if any check fails. */
export const verifyAssertion = (
  { response }: PasskeyAssertion,
  ceremony: Ceremony,
  passkey: Pick<VerifiedPasskey, 'public_key' | 'counter'>,
): number | null => {
  if (!isOfCeremony(response.clientDataJSON, 'webauthn.get', ceremony)) return null;
  const authenticatorData = bytesOf(response.authenticatorData);
  const data = readAuthenticatorData(authenticatorData, ceremony.rp_id);
  const key = readKey(passkey.public_key);
  const kind = key && [...keyKinds.values()].find(({ fits }) => fits(key));
  if (!data || !key || !kind) return null;
  const signed = Buffer.concat([authenticatorData, sha256(bytesOf(response.clientDataJSON))]);
  if (!verify(kind.digest, signed, key, bytesOf(response.signature))) return null;
  // A copy of the authenticator lags behind; synced passkeys always say 0.
  const counts = data.counter > 0 || passkey.counter > 0;
  return counts && data.counter <= passkey.counter ? null : data.counter;
};

const readKey = (der: Buffer): KeyObject | null => {
  try {
    return createPublicKey({ key: der, format: 'der', type: 'spki' });
  } catch {
    return null;
  }
};
