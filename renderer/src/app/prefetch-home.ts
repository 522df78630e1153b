import { basePath } from '../api/base-path.ts';
import {
  continueShelf,
  finishedShelf,
  librariesQuery,
  newBooksShelf,
  newSeriesShelf,
  onDeckShelf,
} from '../api/queries.ts';
import { startSession } from '../api/session.ts';
import { readToken } from '../api/token.ts';
import { queryClient } from './query-client.ts';

/**
 * Starts the session check and, in parallel, prefetches Home if a token is stored. An expired token
 * surfaces with the first response.
 */
export const prefetchHome = (): void => {
  void startSession();
  if (readToken() === null || location.pathname !== `${basePath}/`) return;
  // Ignored: the component that needs the data retries.
  const failed = () => null;
  queryClient.query(librariesQuery()).catch(failed);
  for (const shelf of [continueShelf(), onDeckShelf(), newBooksShelf(), finishedShelf()]) {
    queryClient.query(shelf).catch(failed);
  }
  queryClient.query(newSeriesShelf()).catch(failed);
};
