import { randomBytes } from 'node:crypto';

const lifetimeMs = 60_000;

/**
 * One-time tickets that sign in the desktop's own window. Kept in memory, because they expire after
 * a minute.
 */
export const createTickets = (clock: () => Date) => {
  const tickets = new Map<string, { user_pk: number; expires: number }>();
  return {
    issue(userPk: number): string {
      const now = clock().getTime();
      for (const [ticket, { expires }] of tickets) if (expires <= now) tickets.delete(ticket);
      const ticket = randomBytes(32).toString('base64url');
      tickets.set(ticket, { user_pk: userPk, expires: now + lifetimeMs });
      return ticket;
    },
    /** The user of the ticket; invalidates it. */
    redeem(ticket: string): number | null {
      const entry = tickets.get(ticket);
      tickets.delete(ticket);
      return entry && entry.expires > clock().getTime() ? entry.user_pk : null;
    },
  };
};

export type Tickets = ReturnType<typeof createTickets>;
