import type { QueryClient } from '@tanstack/react-query';

import { basePath } from '../api/base-path.ts';
import {
  bookQuery,
  continueShelf,
  finishedShelf,
  librariesQuery,
  newBooksShelf,
  newSeriesShelf,
  onDeckShelf,
} from '../api/queries.ts';
import { startSession } from '../api/session.ts';
import { readToken } from '../api/token.ts';
import { healthCountsQuery, healthIssuesQuery } from '../features/health/queries.ts';
import { userPreferencesQuery } from '../ui/user-preferences.ts';
import { queryClient } from './query-client.ts';

/** The first requests of a page that need only its path. */
const requests: Partial<Record<string, (client: QueryClient) => Promise<unknown>[]>> = {
  '/': (client) => [
    ...[continueShelf(), onDeckShelf(), newBooksShelf(), finishedShelf()].map((shelf) =>
      client.query(shelf),
    ),
    client.query(newSeriesShelf()),
  ],
  '/health': (client) =>
    location.search === ''
      ? [
          client.query(healthIssuesQuery({ severity: 'problem', ignored: false, page: 1 })),
          client.query(healthCountsQuery()),
        ]
      : [],
};

/**
 * Starts the session check and, in parallel, requests what the page will show if a token is stored.
 * An expired token surfaces with the first response.
 */
export const prefetchPage = (): void => {
  void startSession();
  if (readToken() === null || !location.pathname.startsWith(basePath)) return;
  const path = location.pathname.slice(basePath.length);
  const [, read] = /^\/read\/([^/]+)$/.exec(path) ?? [];
  const started =
    read === undefined
      ? [
          queryClient.query(librariesQuery()),
          queryClient.query(userPreferencesQuery),
          ...(requests[path]?.(queryClient) ?? []),
        ]
      : [queryClient.query(bookQuery(read))];
  // Ignored: the component that needs the data retries.
  for (const request of started) request.catch(() => null);
};
