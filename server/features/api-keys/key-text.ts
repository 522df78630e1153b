import { createHash, randomBytes } from 'node:crypto';

const shape = /^octavo_([0-9a-f]{12})_[0-9a-f]{64}$/;

/** A new key, `octavo_<key_prefix>_<secret_part>`: the secret is 256 random bits. */
export const makeKey = (): { key: string; key_prefix: string } => {
  const key_prefix = randomBytes(6).toString('hex');
  return { key: `octavo_${key_prefix}_${randomBytes(32).toString('hex')}`, key_prefix };
};

/** The prefix of a well-formed key, otherwise null. */
export const prefixOf = (text: string): string | null => shape.exec(text)?.[1] ?? null;

/** One round suffices, because 256 random bits cannot be guessed. */
export const sha256 = (key: string): Buffer => createHash('sha256').update(key).digest();

/** KOReader sends this in place of the key, because it hashes its password before sending it. */
export const md5 = (key: string): string => createHash('md5').update(key).digest('hex');
