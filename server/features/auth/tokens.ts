import { createSecretKey, randomBytes } from 'node:crypto';

import jwt from 'jsonwebtoken';

import type { SecretStore } from '../../host-environment.ts';

export interface Tokens {
  /** Signs a JWT for a session. With `expires_in` null, the token itself does not expire. */
  sign(session: { jti: string; user_id: string; expires_in: number | null }): string;
  /** The session's `jti`, or null if the token is foreign, altered or expired. */
  read(token: string): string | null;
}

/**
 * Signs with HS256 and 32 random bytes that are created at the first start. Uses a KeyObject instead of a
 * string, because verification then takes 8 µs instead of 500.
 */
export const createTokens = (secrets: SecretStore): Tokens => {
  let secret = secrets.get('jwt_secret');
  if (secret === null) {
    secret = randomBytes(32).toString('base64url');
    secrets.set('jwt_secret', secret);
  }
  const key = createSecretKey(Buffer.from(secret, 'base64url'));
  return {
    sign: ({ jti, user_id, expires_in }) =>
      jwt.sign({}, key, {
        algorithm: 'HS256',
        jwtid: jti,
        subject: user_id,
        ...(expires_in === null ? {} : { expiresIn: expires_in }),
      }),
    read(token) {
      try {
        const claims = jwt.verify(token, key, { algorithms: ['HS256'] });
        return typeof claims === 'object' ? (claims.jti ?? null) : null;
      } catch {
        return null;
      }
    },
  };
};
