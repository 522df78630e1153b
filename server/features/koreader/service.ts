import type { Caller } from '../../http/caller.ts';
import { isBefore, wholeSeconds } from '../progress/instants.ts';
import type { ProgressService } from '../progress/service.ts';
import { pageOf, placeOf } from './places.ts';
import type { KoreaderStore, Place } from './store.ts';

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
  progress: Pick<ProgressService, 'stored' | 'update'>;
  clock: () => Date;
}): KoreaderService => {
  return {
    get(caller, hash) {
      const stored = store.place(caller.user_pk, hash);
      const document = store.document(hash);
      const own = document && progress.stored(caller, document.id)?.record;
      if (!own || own.page_count === 0) return stored;
      if (stored && !isLater(own.updated_at, stored.updated_at)) return stored;
      // KOReader's own words are more exact than ours for the same page.
      const isSamePage =
        stored !== null && pageOf(stored, document)?.current_page === own.current_page;
      const { progress: pointer, percentage } = isSamePage ? stored : placeOf(own, document);
      const { id, name } = own.device ?? unknownDevice;
      return {
        document: hash,
        progress: pointer,
        percentage,
        device: name,
        device_id: id,
        updated_at: own.updated_at,
      };
    },
    put(caller, place) {
      const stored = store.place(caller.user_pk, place.document);
      // A book that was only opened and closed again: whoever read on elsewhere since is not taken back.
      if (stored && isSamePlace(stored, place)) return stored;
      const document = store.document(place.document);
      const device = { id: place.device_id, name: place.device };
      const page = document && pageOf(place, document);
      const updated_at = page
        ? progress.update(caller, document.id, { ...page, device }).updated_at
        : clock().toISOString();
      const now = { ...place, updated_at };
      store.put(caller.user_pk, now);
      return now;
    },
  };
};

/** KOReader shows the name, and takes a position for its own by the id. */
const unknownDevice = { id: 'octavo', name: 'Octavo' };

/**
 * Another program's date may lack the fraction of the second in which KOReader wrote before it; two dates
 * are the same where KOReader wrote both.
 */
const isLater = (own: string, stored: string): boolean =>
  own !== stored && !isBefore(wholeSeconds(own), wholeSeconds(stored));

const isSamePlace = (stored: Place, place: Omit<Place, 'updated_at'>): boolean =>
  stored.progress === place.progress &&
  stored.percentage === place.percentage &&
  stored.device_id === place.device_id;
