import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

import type { SecretStore } from '../../host-environment.ts';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
const secretName = 'second_factor_key';

/** Encrypts secrets of the database, so that a copy of it does not contain them. */
export interface SecretBox {
  /** `owner` must be the same to open it. */
  seal(secret: Buffer, owner: string): string;
  /** Null if it was sealed for another owner, or with a key that is gone. */
  open(sealed: string, owner: string): Buffer | null;
}

/** AES-256-GCM with a key among the server's secrets, created with the first secret. */
export const createSecretBox = (secrets: SecretStore): SecretBox => {
  const storedKey = (): Buffer | null => {
    const stored = secrets.get(secretName);
    return stored === null ? null : Buffer.from(stored, 'base64url');
  };
  const newKey = (): Buffer => {
    const key = randomBytes(32);
    secrets.set(secretName, key.toString('base64url'));
    return key;
  };
  return {
    seal(secret, owner) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, storedKey() ?? newKey(), nonce);
      cipher.setAAD(Buffer.from(owner));
      const encrypted = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url');
    },
    open(sealed, owner) {
      const key = storedKey();
      if (key === null) return null;
      const bytes = Buffer.from(sealed, 'base64url');
      const tagEnd = nonceBytes + tagBytes;
      try {
        const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), {
          authTagLength: tagBytes,
        });
        decipher.setAAD(Buffer.from(owner));
        decipher.setAuthTag(bytes.subarray(nonceBytes, tagEnd));
        return Buffer.concat([decipher.update(bytes.subarray(tagEnd)), decipher.final()]);
      } catch {
        return null;
      }
    },
  };
};
