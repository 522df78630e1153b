import type { QueryClient } from '@tanstack/react-query';

import { useSession } from '../../api/session-store.ts';
import { healthCountsQuery } from './counts-query.ts';
import { healthIssuesQuery } from './queries.ts';

/** The first problems, unless the address asks for others. */
export const firstRequests = (client: QueryClient): Promise<unknown>[] =>
  location.pathname.endsWith('/health') && location.search === '' && canSeeIssues()
    ? [
        client.query(healthIssuesQuery({ severity: 'problem', ignored: false, page: 1 })),
        client.query(healthCountsQuery()),
      ]
    : [];

/** Also true before the session is known: the server refuses the request then. */
const canSeeIssues = (): boolean => {
  const session = useSession.getState();
  return session.status !== 'signed-in' || session.user.permissions.includes('libraries-write');
};
