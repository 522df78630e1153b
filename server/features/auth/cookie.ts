/**
 * Name of the browser's session cookie. The cookie is accepted for GET and HEAD only, so that cross-site
 * forms cannot act for the user.
 */
const name = 'octavo_session';
/**
 * Prefixes of cookie names: none over plain HTTP, `__Host-` over TLS, `__Secure-` over TLS with a base path.
 */
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

/** Reads a cookie that is valid for all paths, with or without its TLS prefix. */
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
