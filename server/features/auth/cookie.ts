/**
 * The browser's session cookie: accepted for GET and HEAD only, so that cross-site forms cannot act
 * for the user.
 */
const name = 'octavo_session';
/** The cookie's names: plain, and over TLS without and with a base path. */
const names = new Set([name, `__Host-${name}`, `__Secure-${name}`]);

export const sessionCookie = (token: string, maxAgeSeconds: number): string =>
  `${name}=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAgeSeconds}`;

export const clearedCookie = (): string => sessionCookie('', 0);

export const readSessionCookie = (header: string | undefined): string | null => {
  for (const part of header?.split(';') ?? []) {
    const [key, value] = part.trim().split('=', 2);
    if (names.has(key ?? '') && value) return value;
  }
  return null;
};
