import i18next from 'i18next';

import type { Progress, ReadingDevice } from '../../../../shared/api/progress-record.ts';
import { updateProgress, type UpdateProgress } from '../../../../shared/api/progress.ts';
import { AppError } from '../../../../shared/errors.ts';
import { api } from '../../api/client.ts';
import { onServerEvent } from '../../api/events.ts';
import { currentUserId } from '../../api/session-store.ts';
import { toServerTime } from '../../api/server-clock.ts';
import {
  dropPendingProgress,
  pendingProgress,
  queueProgress,
} from '../../offline/pending-progress.ts';
import { storeProgress } from '../../offline/sync-progress.ts';
import { offerUndo } from '../../ui/feedback/undo.ts';
import type { OpenedBook } from './opened-book.ts';
import type { ProgressWriter, WriteResult } from './progress-writer.ts';
import { removeStartFromAddress } from './start-address.ts';

/**
 * Sends the positions of a book, and reports when one of them finishes it, with undo. Never throws.
 */
export const createProgressSender = (book: Pick<OpenedBook, 'id' | 'title' | 'progress'>) => {
  let isFinished = book.progress?.is_completed ?? false;
  const reader = currentUserId();
  let failed: UpdateProgress | null = null;
  /** Whether a position that could not be sent was sent with others when the connection came back. */
  const isSent = ({ current_page, location, updated_at }: UpdateProgress): boolean =>
    reader !== null &&
    failed !== null &&
    updated_at !== undefined &&
    failed.current_page === current_page &&
    failed.location === location &&
    pendingProgress(book.id, reader, localStorage) === null;
  const reopen = async (current_page: number) => {
    const body = { current_page, is_completed: false };
    await api.call(updateProgress, { params: { id: book.id }, body });
    isFinished = false;
  };
  return async (body: UpdateProgress, keepalive: boolean): Promise<WriteResult> => {
    if (isSent(body)) return { outcome: 'stored', progress: null };
    const result = await sendProgress(book.id, reader, body, keepalive);
    failed = result.outcome === 'failed' ? body : null;
    if (result.outcome !== 'stored' || result.progress === null) return result;
    const { is_completed, current_page } = result.progress;
    if (is_completed && !isFinished) {
      offerUndo({
        text: i18next.t('reader:finished', { title: book.title }),
        undo: () => reopen(current_page),
      });
    }
    isFinished = is_completed;
    return result;
  };
};

/**
 * Saves the position on the server; `keepalive` lets the request outlive the page. It stays queued
 * on this device until the server responds.
 */
const sendProgress = async (
  bookId: string,
  reader: string | null,
  body: UpdateProgress,
  keepalive: boolean,
): Promise<WriteResult> => {
  const readAt = body.updated_at === undefined ? Date.now() : Date.parse(body.updated_at);
  if (reader !== null && body.current_page !== undefined) {
    queueProgress(
      bookId,
      {
        userId: reader,
        page: body.current_page,
        ...(body.location === undefined ? {} : { location: body.location }),
        at: readAt,
        ...(body.is_jump === true ? { isJump: true } : {}),
      },
      localStorage,
    );
    removeStartFromAddress(bookId);
  }
  // The session ended while reading, and somebody else may have signed in since.
  if (currentUserId() !== reader) return { outcome: 'left' };
  const late = body.updated_at === undefined ? {} : { updated_at: toServerTime(readAt) };
  const result = await send(bookId, { ...body, ...late }, keepalive);
  if (result.outcome === 'failed' || result.outcome === 'left') return result;
  dropPendingProgress(bookId, readAt, localStorage);
  const stored = result.outcome === 'newer' ? result.stored : result.progress;
  const page = stored?.current_page ?? body.current_page;
  const isJump = stored === null ? body.is_jump === true : !stored.is_completed;
  const location = (stored === null ? body.location : stored.location) ?? undefined;
  if (page !== undefined) await storeProgress(bookId, { page, location, at: readAt, isJump });
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
    const progress = await api.call(updateProgress, {
      params: { id: bookId },
      body: deliberate,
      keepalive,
    });
    return { outcome: 'stored', progress };
  } catch (error) {
    if (!(error instanceof AppError)) return { outcome: 'failed' };
    if (error.code === 'Conflict') return { outcome: 'newer', stored: error.details as Progress };
    if (error.code === 'Unauthorized' || error.code === 'NotFound') return { outcome: 'left' };
    // Retry if the server is down or busy, not if it refuses.
    return error.status === 429 || error.status >= 500
      ? { outcome: 'failed' }
      : { outcome: 'stored', progress: null };
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
  book: Pick<OpenedBook, 'id' | 'progress'>,
  writer: ProgressWriter,
  { isHere, onMoved }: ProgressSync,
): (() => void) => {
  const stopListening = onServerEvent('progress_updated', (event) => {
    if (event.book_id !== book.id || event.current_page === null) return;
    // The stream also replays what happened while the page loaded.
    if (event.timestamp <= (book.progress?.updated_at ?? '')) return;
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
