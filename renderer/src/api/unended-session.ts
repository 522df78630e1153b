import { basePath } from './base-path.ts';

const key = `octavo.unended-session${basePath}`;

/** Remembers a session that was ended here while the server could not be told. */
export const rememberUnendedSession = (token: string | null): void => {
  if (token !== null) localStorage.setItem(key, token);
};

/**
 * Ends such a session at the server, which also takes its cookie from this browser: call this only while nobody is
 * signed in. Rejects if the server cannot be reached.
 */
export const endUnendedSession = async (signal: AbortSignal): Promise<null> => {
  const token = localStorage.getItem(key);
  if (token === null) return null;
  const response = await fetch(`${basePath}/api/v1/auth/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    signal,
  });
  if (!response.ok && response.status !== 401)
    throw new Error(`The server answered ${response.status}`);
  localStorage.removeItem(key);
  return null;
};
