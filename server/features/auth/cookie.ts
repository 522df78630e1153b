/**
 * The browser's session cookie: accepted for GET and HEAD only, so that cross-site forms cannot act
 * for the user.
 */
const name = 'octavo_session';

export const sessionCookie = (token: string, maxAgeSeconds: number): string =>
  `${name}=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAgeSeconds}`;

export const clearedCookie = (): string => sessionCookie('', 0);

/** The value of a cookie for all paths; over TLS its name has a prefix, which a base path decides. */
export const readCookie = (header: string | undefined, cookie: string): string | null => {
  const names = new Set([cookie, `__Host-${cookie}`, `__Secure-${cookie}`]);
  for (const part of header?.split(';') ?? []) {
    const [key, value] = part.trim().split('=', 2);
    if (names.has(key ?? '') && value) return value;
  }
  return null;
};

export const readSessionCookie = (header: string | undefined): string | null =>
  readCookie(header, name);
