import type { Progress, ReadingDevice } from '../../../../shared/api/progress-record.ts';
import { updateProgress, type UpdateProgress } from '../../../../shared/api/progress.ts';
import { AppError } from '../../../../shared/errors.ts';
import { api } from '../../api/client.ts';
import { onServerEvent } from '../../api/events.ts';
import { useSession } from '../../api/session-store.ts';
import { dropPendingProgress, queueProgress } from '../../offline/pending-progress.ts';
import { storeProgress } from '../../offline/sync-progress.ts';
import type { ProgressWriter, WriteResult } from './progress-writer.ts';

/**
 * Saves the position on the server; `keepalive` lets the request outlive the page. It stays queued
 * on this device until the server responds.
 */
export const sendProgress = async (
  bookId: string,
  body: UpdateProgress,
  keepalive: boolean,
): Promise<WriteResult> => {
  const session = useSession.getState();
  const readAt = body.updated_at === undefined ? Date.now() : Date.parse(body.updated_at);
  if (session.status === 'signed-in' && body.current_page !== undefined) {
    queueProgress(
      bookId,
      { userId: session.user.id, page: body.current_page, at: readAt },
      localStorage,
    );
  }
  const result = await send(bookId, body, keepalive);
  if (result.outcome === 'failed') return result;
  dropPendingProgress(bookId, readAt, localStorage);
  const page = result.outcome === 'newer' ? result.stored.current_page : body.current_page;
  if (page !== undefined) await storeProgress(bookId, { page, at: readAt });
  return result;
};

const send = async (
  bookId: string,
  body: UpdateProgress,
  keepalive: boolean,
): Promise<WriteResult> => {
  try {
    // Opening a book writes nothing, so a position at the beginning is intentional.
    const deliberate = body.current_page === undefined ? body : { ...body, restart: true };
    await api.call(updateProgress, { params: { id: bookId }, body: deliberate, keepalive });
    return { outcome: 'stored' };
  } catch (error) {
    if (!(error instanceof AppError)) return { outcome: 'failed' };
    if (error.code === 'Conflict') return { outcome: 'newer', stored: error.details as Progress };
    // Retry if the server is down or busy, not if it refuses.
    return { outcome: error.status === 429 || error.status >= 500 ? 'failed' : 'stored' };
  }
};

interface ProgressSync {
  /** Whether the page is the one that is shown here. */
  isHere: (page: number) => boolean;
  /** Another device has read on to a page. */
  onMoved: (page: number, device: ReadingDevice | null) => void;
}

/**
 * Sends pending positions when the page is hidden, and detects positions of other devices. Returns
 * a function that stops it.
 */
export const syncProgress = (
  bookId: string,
  writer: ProgressWriter,
  { isHere, onMoved }: ProgressSync,
): (() => void) => {
  const stopListening = onServerEvent('progress_updated', (event) => {
    if (event.book_id !== bookId || event.current_page === null) return;
    if (isHere(event.current_page) || writer.isEcho(event.current_page)) return;
    onMoved(event.current_page, event.device);
  });
  const flushHidden = () => {
    if (document.visibilityState === 'hidden') writer.flush();
  };
  document.addEventListener('visibilitychange', flushHidden);
  window.addEventListener('pagehide', writer.flush);
  return () => {
    document.removeEventListener('visibilitychange', flushHidden);
    window.removeEventListener('pagehide', writer.flush);
    stopListening();
  };
};
