import { updateProgress } from '../../../shared/api/progress.ts';
import { AppError } from '../../../shared/errors.ts';
import { api } from '../api/client.ts';
import { toServerTime } from '../api/server-clock.ts';
import { useSession } from '../api/session-store.ts';
import type { ReaderBook } from '../reader/reader-store.ts';
import { notedPlace, sendNotedPlaces, type LaterPlace } from './later-progress.ts';
import { readKeptBook, writeKeptBook } from './shelf.ts';

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
        await keepPlace(id, { page, at });
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
  const user = userId();
  const place = user === null ? null : notedPlace(kept.book.id, user, localStorage);
  return place === null ? kept : withPlace(kept, place);
};

type Place = Pick<LaterPlace, 'page' | 'at'>;

/** A place that the server has taken stays in the kept book, for the next time without the server. */
export const keepPlace = async (bookId: string, place: Place): Promise<void> => {
  const kept = await readKeptBook(bookId);
  if (kept?.status === 'kept') await writeKeptBook(withPlace(kept, place));
};

const withPlace = <Kept extends ReaderBook>(kept: Kept, place: Place): Kept => {
  const { book, pages } = kept;
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
