/** Cookie names that clients of the format expect. */
const session = 'KOMGA-SESSION';
const remember = 'komga-remember-me';

/** Lifetimes of the cookies' sessions, in seconds. */
export const lifetimes = { session: 7 * 86_400, remember: 365 * 86_400 };

const valuesOf = (header: string | undefined): Map<string, string> =>
  new Map(
    (header ?? '').split(';').map((part): [string, string] => {
      const [name = '', value = ''] = part.trim().split('=', 2);
      return [name, value];
    }),
  );

/** Tokens in the request's cookies: the session's first, then the remember-me token. */
export const readCookies = (header: string | undefined): string[] => {
  const values = valuesOf(header);
  return [session, remember].flatMap((name) => values.get(name) || []);
};

/** Whether only the remember-me cookie is left. */
export const isRemembered = (header: string | undefined): boolean => {
  const values = valuesOf(header);
  return Boolean(values.get(remember)) && !values.get(session);
};

/**
 * `path` has no trailing slash, because one client accepts a cookie only for exactly the path that
 * was typed.
 */
export const setCookies = (token: string, path: string, remembered: boolean): string[] => [
  cookie(session, token, path),
  ...(remembered ? [cookie(remember, token, path, lifetimes.remember)] : []),
];

export const clearedCookies = (path: string): string[] => [
  cookie(session, '', path, 0),
  cookie(remember, '', path, 0),
];

const cookie = (name: string, value: string, path: string, maxAge?: number) =>
  `${name}=${value}; Path=${path}; HttpOnly; SameSite=Lax${maxAge === undefined ? '' : `; Max-Age=${maxAge}`}`;
