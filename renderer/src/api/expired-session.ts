import type { Fetch } from '../../../shared/client.ts';
import { expireSession, isExpired, useSession } from './session-store.ts';
import { readToken } from './token.ts';

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

/**
 * Follows a 401. What a page reads waits until the person has signed in again, so that the page stays as it is: returns
 * the headers for the next attempt. Null if the refusal stands, as it does for writes.
 */
export const headersAfterExpiry = async ({
  method,
  headers,
  signal,
}: Parameters<Fetch>[1]): Promise<Record<string, string> | null> => {
  // A late response to a request of the session before does not end the one after it.
  const isLate = 'authorization' in headers && headers.authorization !== bearer();
  if ('authorization' in headers && !isLate) expireSession();
  if (method !== 'GET') return null;
  if (isExpired(useSession.getState())) await untilSignedIn(signal);
  else if (!isLate) return null;
  return readToken() === null ? null : { ...headers, authorization: bearer() };
};
