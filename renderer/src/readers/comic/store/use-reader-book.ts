import { useQuery } from '@tanstack/react-query';

import { AppError } from '../../../../../shared/errors.ts';
import { useConnection } from '../../../api/connection-store.ts';
import { readDownloadedBook } from '../../../offline/book-store.ts';
import { sendPendingProgress, withPendingProgress } from '../../../offline/sync-progress.ts';
import { readerQuery } from '../../shell/reader-page.ts';
import { loadBook } from './load-book.ts';
import type { ReaderBook } from './reader-store.ts';

/** Timeout for the server before a downloaded book opens offline (ms). */
const patienceMs = 4000;

/** Loads a book for reading. */
export const useReaderBook = (bookId: string, listId: string | undefined) =>
  useQuery(readerQuery('reader', bookId, listId, (signal) => openBook(bookId, listId, signal)));

/**
 * Loads from the server, or from this device if the server is unreachable and the book is
 * downloaded.
 */
const openBook = async (
  id: string,
  listId: string | undefined,
  signal: AbortSignal,
): Promise<ReaderBook> => {
  const kept = await readDownloadedBook(id);
  const isKept = kept?.status === 'kept';
  if (isKept && useConnection.getState().lost) return withPendingProgress(kept);
  // First send positions read offline or just before a reload, then ask the server where to resume.
  await sendPendingProgress();
  if (!isKept) return loadBook(id, signal, listId);
  try {
    return await loadBook(id, AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]), listId);
  } catch (error) {
    if (error instanceof AppError || signal.aborted) throw error;
    return withPendingProgress(kept);
  }
};
