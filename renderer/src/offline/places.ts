import { updateProgress } from '../../../shared/api/progress.ts';
import { AppError } from '../../../shared/errors.ts';
import { api } from '../api/client.ts';
import { toServerTime } from '../api/server-clock.ts';
import { useSession } from '../api/session-store.ts';
import type { ReaderBook } from '../reader/reader-store.ts';
import { notedPlace, sendNotedPlaces } from './later-progress.ts';

const patienceMs = 4000;

const userId = (): string | null => {
  const session = useSession.getState();
  return session.status === 'signed-in' ? session.user.id : null;
};

/** Sends the places that were read while the server could not be reached. Never throws. */
export const sendPlaces = async (): Promise<void> => {
  const user = userId();
  if (user === null) return;
  await sendNotedPlaces(
    user,
    async (id, { page, at }) => {
      try {
        await api.call(updateProgress, {
          params: { id },
          body: { current_page: page, updated_at: toServerTime(at) },
          signal: AbortSignal.timeout(patienceMs),
        });
        return true;
      } catch (error) {
        // A refusal stands: 409 says that another device has read on since.
        return error instanceof AppError && error.status < 500 && error.status !== 429;
      }
    },
    localStorage,
  );
};

/** A book of this device, at the place where it was left on it. */
export const withNotedPlace = (kept: ReaderBook): ReaderBook => {
  const { book, pages } = kept;
  const user = userId();
  const place = user === null ? null : notedPlace(book.id, user, localStorage);
  if (place === null) return kept;
  const at = new Date(place.at).toISOString();
  const isCompleted = place.page >= pages.length;
  return {
    ...kept,
    book: {
      ...book,
      progress: {
        book_id: book.id,
        series_id: book.series_id,
        location: null,
        started_at: at,
        ...book.progress,
        current_page: place.page,
        page_count: pages.length,
        is_completed: isCompleted,
        percentage: isCompleted ? 1 : place.page / Math.max(1, pages.length),
        updated_at: at,
        completed_at: isCompleted ? at : null,
      },
    },
  };
};
