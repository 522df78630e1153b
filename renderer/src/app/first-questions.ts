import {
  continueShelf,
  librariesQuery,
  newBooksShelf,
  newSeriesShelf,
  onDeckShelf,
} from '../api/queries.ts';
import { startSession } from '../api/session.ts';
import { readToken } from '../api/token.ts';
import { queryClient } from './query-client.ts';

/**
 * Asks who is there, and in the same breath for what Home will show to who was there before: it is on its way
 * while the page is put together. Whose session is over learns that by the first answer.
 */
export const askFirstQuestions = (): void => {
  void startSession();
  if (readToken() === null || location.pathname !== '/') return;
  // Whoever shows it asks again where this has failed.
  const failed = () => null;
  queryClient.query(librariesQuery()).catch(failed);
  for (const shelf of [continueShelf(), onDeckShelf(), newBooksShelf()]) {
    queryClient.query(shelf).catch(failed);
  }
  queryClient.query(newSeriesShelf()).catch(failed);
};
