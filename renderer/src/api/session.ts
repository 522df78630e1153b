import {
  getMe,
  login,
  redeemTicket,
  type CurrentUser,
  type LoginResponse,
} from '../../../shared/api/auth.ts';
import { getSetupStatus, initializeSetup } from '../../../shared/api/setup.ts';
import type { EndpointInput } from '../../../shared/endpoint.ts';
import { AppError, hasCode } from '../../../shared/errors.ts';
import { desktop } from './desktop.ts';
import { api } from './client.ts';
import { patienceMs, setLost } from './connection-store.ts';
import { readOfflineUser } from './offline-user.ts';
import { currentUserId, setSession } from './session-store.ts';
import { readToken, writeToken } from './token.ts';

/**
 * Determines the session: a stored token, the owner in the desktop window (the shell's one-time
 * ticket), no user yet (first run), or a visitor who has to sign in.
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
    // Offline: open the downloaded books until the server is reachable again.
    setLost(true);
    setSession({ status: 'signed-in', user });
  }
};

/** @throws {AppError} `Unauthorized` or `TooManyRequests`, with a message to show */
export const signIn = async (body: EndpointInput<typeof login>['body']): Promise<void> => {
  await acceptSession(await api.call(login, { body }));
};

/**
 * Creates the first administrator and signs in. `Conflict` if another one was created meanwhile.
 */
export const createOwner = async (
  owner: EndpointInput<typeof initializeSetup>['body'],
): Promise<void> => {
  await acceptSession(await api.call(initializeSetup, { body: owner }));
};

/** Stores the token of any kind of login response and loads the user. */
export const acceptSession = async ({ access_token }: LoginResponse): Promise<void> => {
  writeToken(access_token);
  enter(await api.call(getMe));
};

/** Somebody else than the person whose session expired gets a page without what is open on this one. */
const enter = (user: CurrentUser): void => {
  if ((currentUserId() ?? user.id) === user.id) setSession({ status: 'signed-in', user });
  else window.location.reload();
};

/** Waits briefly if there are downloaded books, which can be read offline. */
const resume = async (): Promise<boolean> => {
  const patience = readOfflineUser() === null ? {} : { signal: AbortSignal.timeout(patienceMs) };
  try {
    enter(await api.call(getMe, patience));
    return true;
  } catch (error) {
    if (hasCode(error, 'Unauthorized')) return false;
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
 * Reads the desktop's one-time ticket from the URL fragment, which requests do not carry, and
 * removes it at once to keep it out of the history.
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
