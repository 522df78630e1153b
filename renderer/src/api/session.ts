import { getMe, type LoginResponse } from '../../../shared/api/auth.ts';
import { getSetupStatus } from '../../../shared/api/setup.ts';
import { AppError, hasCode } from '../../../shared/errors.ts';
import { desktop } from './desktop.ts';
import { api } from './client.ts';
import { patienceMs, setLost } from './connection-store.ts';
import { readOfflineUser, writeOfflineUser } from './offline-user.ts';
import { currentUserId, setSession } from './session-store.ts';
import { readStoredToken, setPageToken, storeToken } from './token.ts';

const desktopTicket = () => import('./desktop-ticket.ts');

/**
 * Determines the session: a stored token, the owner in the desktop window (the shell's one-time
 * ticket), no user yet (first run), or a visitor who has to sign in.
 */
export const startSession = async (): Promise<void> => {
  try {
    const ticket = location.hash ? (await desktopTicket()).takeTicketOfAddress() : null;
    const token = readStoredToken();
    if (token !== null && (await resume(token))) return;
    const login =
      desktop || ticket ? await (await desktopTicket()).redeemDesktopTicket(ticket) : null;
    if (login) {
      await acceptSession(login);
      return;
    }
    const { setup_required } = await api.call(getSetupStatus);
    setSession(setup_required ? { status: 'setup' } : { status: 'signed-out', reason: 'none' });
  } catch (error) {
    const user = readStoredToken() === null ? null : readOfflineUser();
    if (user === null || error instanceof AppError) {
      setSession({ status: 'unreachable' });
      return;
    }
    // Offline: open the downloaded books until the server is reachable again.
    setLost(true);
    setSession({ status: 'signed-in', user });
  }
};

/**
 * Stores the token of any kind of login response and loads the user. Until that succeeds, the page could open as the
 * owner of the downloads.
 */
export const acceptSession = async ({ access_token, user }: LoginResponse): Promise<void> => {
  if (readOfflineUser()?.id !== user.id) writeOfflineUser(null);
  storeToken(access_token);
  await enter(access_token);
};

/** Somebody else than the person whose session expired gets a page without what is open on this one. */
const enter = async (token: string, signal?: AbortSignal): Promise<void> => {
  const headers = { authorization: `Bearer ${token}` };
  const user = await api.call(getMe, { signal, headers });
  if ((currentUserId() ?? user.id) === user.id) {
    setPageToken(token);
    setSession({ status: 'signed-in', user });
  } else window.location.reload();
};

/** Waits briefly if there are downloaded books, which can be read offline. */
const resume = async (token: string): Promise<boolean> => {
  const hasDownloads = readOfflineUser() !== null;
  try {
    await enter(token, hasDownloads ? AbortSignal.timeout(patienceMs) : undefined);
    return true;
  } catch (error) {
    if (hasCode(error, 'Unauthorized')) return false;
    throw error;
  }
};
