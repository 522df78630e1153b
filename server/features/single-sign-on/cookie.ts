import { readCookie } from '../auth/cookie.ts';
import { attemptSeconds, randomSecret } from './attempts.ts';

/**
 * Binds an attempt to its browser. Lax, because the provider leads back from another site; for all
 * paths, so that it gets the prefix `__Host-` over TLS.
 */
const name = 'octavo_sso';

/** The secret of this browser; a new one if it has none. */
export const browserSecret = (cookies: string | undefined): string => {
  const secret = readCookie(cookies, name);
  return secret !== null && /^[\w-]{43}$/.test(secret) ? secret : randomSecret();
};

export const readBrowserSecret = (cookies: string | undefined): string =>
  readCookie(cookies, name) ?? '';

export const browserCookie = (secret: string): string =>
  `${name}=${secret}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${attemptSeconds}`;
