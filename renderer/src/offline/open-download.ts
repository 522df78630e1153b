import type { Book } from '../../../shared/api/book-record.ts';
import { AppError } from '../../../shared/errors.ts';
import { patienceMs, setLost, useConnection } from '../api/connection-store.ts';
import { type DownloadedBook, fileOf, readDownloadedBook } from './book-store.ts';
import { sendPendingProgress, withPendingProgress } from './sync-progress.ts';

/**
 * Loads a book from the server, or from this device if the server is unreachable and the book is
 * downloaded. `fromDownload` returns null for a download that this reader cannot open.
 */
export const loadOrOpenDownload = async <Book>(
  id: string,
  signal: AbortSignal,
  load: (signal: AbortSignal) => Promise<Book>,
  fromDownload: (download: DownloadedBook) => Book | null,
): Promise<Book> => {
  const record = await readDownloadedBook(id);
  const open = () => (record?.status === 'kept' ? fromDownload(withPendingProgress(record)) : null);
  if (useConnection.getState().lost) {
    const download = open();
    if (download !== null) return download;
  }
  // First send positions read offline or just before a reload, then ask the server where to resume.
  await sendPendingProgress();
  if (open() === null) return load(signal);
  const patience = AbortSignal.timeout(patienceMs);
  try {
    return await load(AbortSignal.any([signal, patience]));
  } catch (error) {
    const download = open();
    if (error instanceof AppError || signal.aborted || download === null) throw error;
    // Otherwise everything else of the book would wait for the server, too.
    if (patience.aborted) setLost(true);
    return download;
  }
};

/**
 * Downloads a book again if its file has changed, because the service worker would otherwise answer with
 * pages of the earlier file. A PDF needs none, because its reader asks its only file for everything.
 */
export const replaceOutdatedDownload = async <Opened extends { book: Book }>(
  opened: Opened,
): Promise<Opened> => {
  const { book } = opened;
  const download = await readDownloadedBook(book.id);
  if (download !== null && fileOf(download.book) !== fileOf(book)) {
    const { downloadBook } = await import('./downloads.ts');
    await downloadBook(book.id);
  }
  return opened;
};
