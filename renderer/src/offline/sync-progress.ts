import { updateProgress } from '../../../shared/api/progress.ts';
import { AppError, hasCode } from '../../../shared/errors.ts';
import { api } from '../api/client.ts';
import { patienceMs } from '../api/connection-store.ts';
import { dropRecentBook } from '../api/recent-book.ts';
import { toServerTime } from '../api/server-clock.ts';
import { currentUserId } from '../api/session-store.ts';
import {
  pendingProgress,
  flushPendingProgress,
  wentBack,
  type PendingProgress,
} from './pending-progress.ts';
import { type DownloadedBook, readDownloadedBook, writeDownloadedBook } from './book-store.ts';

/** Sends the positions read while offline. Never throws. */
export const sendPendingProgress = async (): Promise<void> => {
  const user = currentUserId();
  if (user === null) return;
  await flushPendingProgress(
    user,
    async (id, position) => {
      const { page, location, at: readAt, isJump = false } = position;
      try {
        await api.call(updateProgress, {
          params: { id },
          body: {
            current_page: page,
            ...(location !== undefined && { location }),
            updated_at: toServerTime(readAt),
            ...(isJump && { is_jump: true }),
            ...((await isRestart(id, page)) && { restart: true }),
          },
          signal: AbortSignal.timeout(patienceMs),
        });
        await storeProgress(id, position);
        return 'settled';
      } catch (error) {
        if (hasCode(error, 'NotFound')) return 'hidden';
        // A client error is final, as 409: another device has read on. A session can be renewed.
        const isFinal =
          error instanceof AppError && error.status < 500 && ![401, 429].includes(error.status);
        return isFinal ? 'settled' : 'lost';
      } finally {
        dropRecentBook(id);
      }
    },
    localStorage,
  );
};

const isRestart = async (bookId: string, page: number): Promise<boolean> => {
  const download = await readDownloadedBook(bookId);
  return wentBack(page, download?.status === 'kept' ? download.book.progress : undefined);
};

/** A downloaded book with its queued position. */
export const withPendingProgress = (download: DownloadedBook): DownloadedBook => {
  const user = currentUserId();
  const position = user === null ? null : pendingProgress(download.book.id, user, localStorage);
  return position === null ? download : withPosition(download, position);
};

type PagePosition = Pick<PendingProgress, 'page' | 'location' | 'at' | 'isJump'>;

/** Stores an accepted position in the downloaded book, for the next offline start. */
export const storeProgress = async (bookId: string, position: PagePosition): Promise<void> => {
  const download = await readDownloadedBook(bookId);
  if (download?.status === 'kept') await writeDownloadedBook(withPosition(download, position));
};

const withPosition = (download: DownloadedBook, position: PagePosition): DownloadedBook => {
  const { book } = download;
  const total = download.document?.total ?? download.pages.length;
  const readAt = new Date(position.at).toISOString();
  const isCompleted = position.page >= total && position.isJump !== true;
  return {
    ...download,
    book: {
      ...book,
      progress: {
        book_id: book.id,
        series_id: book.series_id,
        device: null,
        started_at: readAt,
        ...book.progress,
        current_page: position.page,
        location: position.location ?? null,
        page_count: total,
        is_completed: isCompleted,
        percentage: isCompleted ? 1 : position.page / Math.max(1, total),
        updated_at: readAt,
        completed_at: isCompleted ? readAt : null,
      },
    },
  };
};
