import { redeemTicket, type LoginResponse } from '../../../shared/api/auth.ts';
import { anonymous } from './anonymous.ts';
import { desktop } from './desktop.ts';

/**
 * Reads the desktop's one-time ticket from the URL fragment, which requests do not carry, and
 * removes it at once to keep it out of the history.
 */
export const takeTicketOfAddress = (): string | null => {
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

/** Begins a session with the ticket, or with one of the desktop's window; null in a browser. */
export const redeemDesktopTicket = async (given: string | null): Promise<LoginResponse | null> => {
  const ticket = given ?? (await desktop?.takeTicket());
  return ticket ? anonymous.call(redeemTicket, { body: { ticket } }) : null;
};
