/**
 * The browser's session cookie: accepted for GET and HEAD only, so that cross-site forms cannot act
 * for the user.
 */
const name = 'octavo_session';
/** The cookie's name over TLS. */
const secureName = `__Host-${name}`;

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

export const readSessionCookie = (header: string | undefined): string | null => {
  for (const part of header?.split(';') ?? []) {
    const [key, value] = part.trim().split('=', 2);
    if ((key === name || key === secureName) && value) return value;
  }
  return null;
};
