/** Names that clients of the format look for. */
const session = 'KOMGA-SESSION';
const remember = 'komga-remember-me';

/** How long the cookies' sessions last, in seconds. */
export const lifetimes = { session: 7 * 86_400, remember: 365 * 86_400 };

const valuesOf = (header: string | undefined): Map<string, string> =>
  new Map(
    (header ?? '').split(';').map((part): [string, string] => {
      const [name = '', value = ''] = part.trim().split('=', 2);
      return [name, value];
    }),
  );

/** Tokens of the cookies of a request, the session's before the one that outlives it. */
export const readCookies = (header: string | undefined): string[] => {
  const values = valuesOf(header);
  return [session, remember].flatMap((name) => values.get(name) || []);
};

/** Whether only the cookie is left that outlives the session's. */
export const isRemembered = (header: string | undefined): boolean => {
  const values = valuesOf(header);
  return Boolean(values.get(remember)) && !values.get(session);
};

/** `path` without a slash at its end: one client takes a cookie only for exactly the path that was typed. */
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
