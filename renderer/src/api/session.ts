import {
  getMe,
  login,
  logout,
  redeemTicket,
  type LoginResponse,
} from '../../../shared/api/auth.ts';
import { getSetupStatus, initializeSetup } from '../../../shared/api/setup.ts';
import { AppError } from '../../../shared/errors.ts';
import { desktop } from '../app/desktop.ts';
import { api } from './client.ts';
import { setLost } from './connection-store.ts';
import { readOfflineUser } from './offline-user.ts';
import { setSession } from './session-store.ts';
import { clearPreferencesCopy } from './user-preferences.ts';
import { clearToken, readToken, tokenKey, writeToken } from './token.ts';

/**
 * Finds out who is there: the stored session, the owner of the desktop window (one-time ticket of
 * the shell), nobody yet (first run), or a visitor who has to sign in.
 */
export const startSession = async (): Promise<void> => {
  try {
    const ticket = ticketOfAddress();
    if (readToken() !== null && (await resume())) return;
    if (await redeemDesktopTicket(ticket)) return;
    const { setup_required } = await api.call(getSetupStatus);
    setSession(setup_required ? { status: 'setup' } : { status: 'signed-out', reason: 'none' });
  } catch (error) {
    const user = readToken() === null ? null : readOfflineUser();
    if (user === null || error instanceof AppError) {
      setSession({ status: 'unreachable' });
      return;
    }
    // The books kept on this device can be read until the server can be asked again.
    setLost(true);
    setSession({ status: 'signed-in', user });
  }
};

/** Follows what another tab of this browser does: signs out with it, and in. Returns its end. */
export const watchOtherTabs = (): (() => void) => {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key !== tokenKey) return;
    if (newValue === null) setSession({ status: 'signed-out', reason: 'none' });
    else void startSession();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
};

/** Throws `Unauthorized` or `TooManyRequests` with a sentence for the person. */
export const signIn = async (username: string, password: string): Promise<void> => {
  await acceptSession(await api.call(login, { body: { username, password } }));
};

/** Creates the first administrator and signs in; a `Conflict` means that somebody was faster. */
export const createOwner = async (owner: {
  username: string;
  email: string;
  password: string;
}): Promise<void> => {
  await acceptSession(await api.call(initializeSetup, { body: owner }));
};

export const signOut = async (): Promise<void> => {
  try {
    await api.call(logout);
  } finally {
    clearToken();
    clearPreferencesCopy();
    if (readOfflineUser() !== null) {
      const { clearDownloads } = await import('../offline/downloads.ts');
      await clearDownloads();
    }
    setSession({ status: 'signed-out', reason: 'none' });
  }
};

/** Signs this browser in with what the server answered to a sign-in of any kind. */
export const acceptSession = async ({ access_token }: LoginResponse): Promise<void> => {
  writeToken(access_token);
  setSession({ status: 'signed-in', user: await api.call(getMe) });
};

/** How long the server may take while there are books on this device that need no server. */
const patienceMs = 4000;

const resume = async (): Promise<boolean> => {
  const patience = readOfflineUser() === null ? {} : { signal: AbortSignal.timeout(patienceMs) };
  try {
    setSession({ status: 'signed-in', user: await api.call(getMe, patience) });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'Unauthorized') return false;
    throw error;
  }
};

const redeemDesktopTicket = async (given: string | null): Promise<boolean> => {
  const ticket = given ?? (await desktop?.takeTicket());
  if (!ticket) return false;
  await acceptSession(await api.call(redeemTicket, { body: { ticket } }));
  return true;
};

/**
 * The ticket that a window without a bridge to the shell gets in the fragment of its address, which no
 * request carries. It is taken out at once, before the address gets into the history.
 */
const ticketOfAddress = (): string | null => {
  const fragment = new URLSearchParams(window.location.hash.slice(1));
  const ticket = fragment.get('ticket');
  if (ticket !== null) {
    fragment.delete('ticket');
    const { pathname, search } = window.location;
    const rest = fragment.size > 0 ? `#${fragment.toString()}` : '';
    window.history.replaceState(window.history.state, '', pathname + search + rest);
  }
  return ticket;
};
