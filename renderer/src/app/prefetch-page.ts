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
import { readStoredToken, setPageToken } from '../api/token.ts';
import { userPreferencesQuery } from '../ui/user-preferences.ts';
import { queryClient } from './query-client.ts';

/** The shelves of Home. */
const requestShelves = () => [
  ...[continueShelf(), onDeckShelf(), newBooksShelf(), finishedShelf()].map((shelf) =>
    queryClient.query(shelf),
  ),
  queryClient.query(newSeriesShelf()),
];

/**
 * Starts the session check and, in parallel, requests what the page will show if a token is stored.
 * An expired token surfaces with the first response. Resolves when the session is known.
 */
export const prefetchPage = (): Promise<void> => {
  const token = readStoredToken();
  setPageToken(token);
  const session = startSession();
  if (token === null || !location.pathname.startsWith(basePath)) return session;
  const path = location.pathname.slice(basePath.length);
  const [, read] = /^\/read\/([^/]+)$/.exec(path) ?? [];
  const started =
    read === undefined
      ? [
          queryClient.query(librariesQuery()),
          queryClient.query(userPreferencesQuery),
          ...(path === '/' ? requestShelves() : []),
        ]
      : [queryClient.query(bookQuery(read))];
  // Ignored: the component that needs the data retries.
  for (const request of started) request.catch(() => null);
  return session;
};
