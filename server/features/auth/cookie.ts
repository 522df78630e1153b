/**
 * The browser's session cookie: accepted for GET and HEAD only, so that cross-site forms cannot act
 * for the user.
 */
const name = 'octavo_session';
/** Before the name of a cookie: plain, and over TLS without and with a base path. */
const prefixes = ['', '__Host-', '__Secure-'];

export const sessionCookie = (token: string, maxAgeSeconds: number): string =>
  `${name}=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAgeSeconds}`;

export const clearedCookie = (): string => sessionCookie('', 0);

/** The token of a request that was authenticated by a session. */
export const sessionTokenOf = ({
  authorization,
  cookie,
}: {
  authorization?: string | undefined;
  cookie?: string | undefined;
}): string | null => /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? readSessionCookie(cookie);

/** The value of a cookie for all paths, which has a prefix over TLS. */
export const readCookie = (header: string | undefined, cookie: string): string | null => {
  for (const part of header?.split(';') ?? []) {
    const [key, value] = part.trim().split('=', 2);
    if (value && key !== undefined && prefixes.some((prefix) => key === prefix + cookie))
      return value;
  }
  return null;
};

export const readSessionCookie = (header: string | undefined): string | null =>
  readCookie(header, name);
