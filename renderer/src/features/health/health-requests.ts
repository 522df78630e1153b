import type { QueryClient } from '@tanstack/react-query';

import { healthCountsQuery, healthIssuesQuery } from './queries.ts';

/** The first problems, unless the address asks for others. */
export const firstRequests = (client: QueryClient): Promise<unknown>[] =>
  location.pathname.endsWith('/health') && location.search === ''
    ? [
        client.query(healthIssuesQuery({ severity: 'problem', ignored: false, page: 1 })),
        client.query(healthCountsQuery()),
      ]
    : [];
