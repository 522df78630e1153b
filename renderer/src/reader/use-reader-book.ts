import { useQuery } from '@tanstack/react-query';

import { AppError } from '../../../shared/errors.ts';
import { useConnection } from '../api/connection-store.ts';
import { sendPlaces, withNotedPlace } from '../offline/places.ts';
import { readKeptBook } from '../offline/shelf.ts';
import { loadBook } from './load-book.ts';
import type { ReaderBook } from './reader-store.ts';

/** How long the server may take before a book of this device is opened without it. */
const patienceMs = 4000;

/**
 * Loads a book for reading. Each opening asks anew, for the place to resume at may have been moved
 * by another device a second ago.
 */
export const useReaderBook = (bookId: string, listId: string | undefined) =>
  useQuery({
    queryKey: ['reader', bookId, listId],
    queryFn: ({ signal }) => openBook(bookId, listId, signal),
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  });

/** From the server where it answers, otherwise from this device where the book is kept. */
const openBook = async (
  id: string,
  listId: string | undefined,
  signal: AbortSignal,
): Promise<ReaderBook> => {
  const kept = await readKeptBook(id);
  const isKept = kept?.status === 'kept';
  if (isKept && useConnection.getState().lost) return withNotedPlace(kept);
  // A place that was read without the server, or just before the page was loaded anew, must be there
  // before the server is asked where to resume.
  await sendPlaces();
  if (!isKept) return loadBook(id, signal, listId);
  try {
    return await loadBook(id, AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]), listId);
  } catch (error) {
    if (error instanceof AppError || signal.aborted) throw error;
    return withNotedPlace(kept);
  }
};
