import { logout } from '../../../shared/api/auth.ts';
import type { Fetch } from '../../../shared/client.ts';
import { anonymous } from './anonymous.ts';
import { ProxyAsks, setLost } from './connection-store.ts';
import { redeemDesktopTicket } from './desktop-ticket.ts';
import { currentUserId, isExpired, setSession, useSession } from './session-store.ts';
import { readStoredToken, readToken, setPageToken, storeToken } from './token.ts';
import { setViewedPerson } from './view-as.ts';

/**
 * Drops the token, which the server no longer accepts. The stored one becomes empty, so that other tabs can tell this
 * from a sign-out, unless somebody has signed in there.
 */
export const expireSession = (): void => {
  if (readStoredToken() === readToken()) storeToken('');
  setPageToken(null);
  setViewedPerson(null);
  const session = useSession.getState();
  if (session.status === 'signed-in') setSession({ ...session, isExpired: true });
};

const bearer = (): string => `Bearer ${readToken() ?? ''}`;

const untilSignedIn = (signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = useSession.subscribe((session) => {
      if (isExpired(session)) return;
      stop();
      resolve();
    });
    signal?.addEventListener('abort', () => {
      stop();
      reject(signal.reason as Error);
    });
  });

/** Pause after a renewal (ms): a new session that is refused at once would be renewed without end. */
const renewalPauseMs = 60_000;
let renewedAt = Number.NEGATIVE_INFINITY;
let renewing: Promise<boolean> | null = null;

/**
 * Begins another session of the owner of the desktop, who may never have seen their password. Resolves to false in a
 * browser, and if somebody else uses the window.
 */
const renewByTicket = async (): Promise<boolean> => {
  renewedAt = performance.now();
  const login = await redeemDesktopTicket(null);
  if (!login) return false;
  const { access_token, user } = login;
  if (user.id !== currentUserId()) {
    await anonymous.call(logout, { headers: { authorization: `Bearer ${access_token}` } });
    return false;
  }
  storeToken(access_token);
  setPageToken(access_token);
  return true;
};

/** Requests that are refused at the same time share one renewal. */
const renew = (): Promise<boolean> => {
  if (performance.now() - renewedAt < renewalPauseMs && renewing === null)
    return Promise.resolve(false);
  renewing ??= renewByTicket()
    .catch(() => false)
    .finally(() => {
      renewing = null;
    });
  return renewing;
};

/** A proxy that wants a sign-in of its own can answer with JSON, too. */
const isOfServer = async (response: Response): Promise<boolean> => {
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as { error?: unknown } | null;
  return body?.error === 'Unauthorized';
};

/** Signing in cannot wait for itself. Positions stay queued on the device, which sends them with their time. */
const isRefused = (method: string, { url }: Response): boolean =>
  method !== 'GET' && /\/api\/v1\/(auth|pairings)\/|\/progress$/.test(url);

/**
 * Follows a 401. What a page reads and changes waits until the person has signed in again: returns the headers for the
 * next attempt. Null if the refusal stands. If somebody else signs in, the page is loaded again, and nothing is repeated.
 */
export const headersAfterExpiry = async (
  { method, headers, signal }: Parameters<Fetch>[1],
  response: Response,
): Promise<Record<string, string> | null> => {
  if (!(await isOfServer(response))) {
    setLost(true, true);
    throw new ProxyAsks();
  }
  const hasToken = () => headers['authorization'] === bearer();
  // A late response to a request of the session before does not end the one after it.
  if (hasToken() && !(await renew())) expireSession();
  if (isExpired(useSession.getState())) {
    if (isRefused(method, response)) return null;
    await untilSignedIn(signal);
  }
  return readToken() === null || hasToken() ? null : { ...headers, authorization: bearer() };
};
