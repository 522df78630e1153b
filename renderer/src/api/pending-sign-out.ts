import { logout } from '../../../shared/api/auth.ts';
import { hasCode } from '../../../shared/errors.ts';
import { basePath } from './base-path.ts';
import { anonymous } from './anonymous.ts';

const key = `octavo.unended-session${basePath}`;

/** Remembers a session that was ended here while the server could not be reached. */
export const queueSignOut = (token: string | null): void => {
  if (token !== null) localStorage.setItem(key, token);
};

/**
 * Ends such a session at the server, which also takes its cookie from this browser: call this only while nobody is
 * signed in. Rejects if the server cannot be reached.
 */
export const sendPendingSignOut = async (signal: AbortSignal): Promise<null> => {
  const token = localStorage.getItem(key);
  if (token === null) return null;
  try {
    await anonymous.call(logout, { headers: { authorization: `Bearer ${token}` }, signal });
  } catch (error) {
    if (!hasCode(error, 'Unauthorized')) throw error;
  }
  localStorage.removeItem(key);
  return null;
};
