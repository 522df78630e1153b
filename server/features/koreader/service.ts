import type { Progress } from '../../../shared/api/progress-record.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Caller } from '../../http/caller.ts';
import type { ProgressService } from '../progress/service.ts';
import { pageOf, placeOf } from './places.ts';
import type { Document, KoreaderStore, Place } from './store.ts';

export interface KoreaderService {
  /** The newest place of a book, ours or KOReader's; null where it was not begun. */
  get(caller: Caller, document: string): Place | null;
  /** Gives what is stored then. */
  put(caller: Caller, place: Omit<Place, 'updated_at'>): Place;
}

/**
 * Keeps what KOReader says of a book as it is, so that another KOReader goes to the very same place, and
 * makes progress of it where the book is in a library.
 */
export const createKoreaderService = ({
  store,
  progress,
  clock,
}: {
  store: KoreaderStore;
  progress: Pick<ProgressService, 'get' | 'update'>;
  clock: () => Date;
}): KoreaderService => {
  const begun = (caller: Caller, { id }: Document): Progress | null => {
    try {
      return progress.get(caller, id);
    } catch (error) {
      if (error instanceof AppError && error.code === 'NotFound') return null;
      throw error;
    }
  };

  return {
    get(caller, hash) {
      const stored = store.place(caller.user_pk, hash);
      const document = store.document(hash);
      const own = document && begun(caller, document);
      if (!own || own.page_count === 0) return stored;
      if (stored) {
        // KOReader's own words are more exact than ours for the same page.
        const isSamePage = pageOf(stored, document)?.current_page === own.current_page;
        if (isSamePage || own.updated_at <= stored.updated_at) return stored;
      }
      const { updated_at } = own;
      const from = { device: 'Octavo', device_id: 'octavo' };
      return { document: hash, ...placeOf(own, document), ...from, updated_at };
    },
    put(caller, place) {
      const stored = store.place(caller.user_pk, place.document);
      // A book that was only opened and closed again: whoever read on elsewhere since is not taken back.
      if (stored && isSamePlace(stored, place)) return stored;
      const document = store.document(place.document);
      const page = document && pageOf(place, document);
      const updated_at = page
        ? progress.update(caller, document.id, page).updated_at
        : clock().toISOString();
      const now = { ...place, updated_at };
      store.put(caller.user_pk, now);
      return now;
    },
  };
};

const isSamePlace = (stored: Place, place: Omit<Place, 'updated_at'>): boolean =>
  stored.progress === place.progress &&
  stored.percentage === place.percentage &&
  stored.device_id === place.device_id;
