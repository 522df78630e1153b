import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

import type { NewPasskey, PasskeyAssertion } from '../../shared/api/passkeys.ts';

const base64url = (data: Buffer | string): string => Buffer.from(data).toString('base64url');
const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();

const makeKeys = {
  ES256: () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' }),
  RS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
  EdDSA: () => generateKeyPairSync('ed25519'),
};
const algorithms = { ES256: -7, RS256: -257, EdDSA: -8 };

/** Claims of a browser and its authenticator, with overrides for lies. */
interface Claims {
  challenge: string;
  origin: string;
  rp_id?: string;
  type?: string;
  /** User present and verified by default. */
  flags?: number;
  counter?: number;
  crossOrigin?: boolean;
}

/** An authenticator in software: makes real responses of WebAuthn, also wrong ones. */
export const createSoftwareAuthenticator = (kind: keyof typeof algorithms = 'ES256') => {
  const { publicKey, privateKey }: { publicKey: KeyObject; privateKey: KeyObject } =
    makeKeys[kind]();
  const credentialId = randomBytes(32);
  const id = base64url(credentialId);
  const clientData = (type: string, { challenge, origin, ...claims }: Claims) =>
    Buffer.from(
      JSON.stringify({
        type: claims.type ?? type,
        challenge,
        origin,
        crossOrigin: claims.crossOrigin ?? false,
      }),
    );
  const head = ({ origin, rp_id, flags = 0x05, counter = 0 }: Claims, more = 0) => {
    const data = Buffer.alloc(37);
    sha256(rp_id ?? new URL(origin).hostname).copy(data);
    data.writeUInt8(flags | more, 32);
    data.writeUInt32BE(counter, 33);
    return data;
  };
  return {
    id,
    create(claims: Claims): NewPasskey {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const data = Buffer.concat([head(claims, 0x40), Buffer.alloc(16), length, credentialId]);
      return {
        id,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', claims)),
          authenticatorData: base64url(data),
          publicKey: base64url(publicKey.export({ format: 'der', type: 'spki' })),
          publicKeyAlgorithm: algorithms[kind],
          transports: ['internal'],
        },
      };
    },
    get(claims: Claims): PasskeyAssertion {
      const json = clientData('webauthn.get', claims);
      const data = head(claims);
      const signed = Buffer.concat([data, sha256(json)]);
      const signature = sign(kind === 'EdDSA' ? null : 'sha256', signed, privateKey);
      return {
        id,
        response: {
          clientDataJSON: base64url(json),
          authenticatorData: base64url(data),
          signature: base64url(signature),
        },
      };
    },
  };
};
