import type { Caller } from '../../http/api/caller.ts';
import { isBefore, wholeSeconds } from '../progress/instants.ts';
import { isAhead } from '../progress/next-progress.ts';
import type { ProgressService } from '../progress/types.ts';
import { pageOfPosition, koreaderPositionOf } from './position-mapping.ts';
import type { Document, KoreaderPosition, KoreaderStore } from './store.ts';

export interface KoreaderService {
  /** The latest position in a book, ours or KOReader's; null if it was not started, or marked as unread. */
  get(caller: Caller, document: string): KoreaderPosition | null;
  /** Stores a position; returns the one that is stored afterwards. */
  put(caller: Caller, position: Omit<KoreaderPosition, 'updated_at'>): KoreaderPosition;
}

/**
 * Stores KOReader's positions verbatim, so that another KOReader resumes at exactly the same one,
 * and updates the reading progress if the book is in a library.
 */
export const createKoreaderService = ({
  store,
  progress,
  clock,
}: {
  store: KoreaderStore;
  progress: Pick<ProgressService, 'stored' | 'update' | 'places'>;
  clock: () => Date;
}): KoreaderService => {
  /** Positions outlast progress that was removed; a book that was never read here has none. */
  const wasRead = (caller: Caller, { id }: Document): boolean =>
    progress.places(caller, id, onePlace).total > 0;

  return {
    get(caller, hash) {
      const stored = store.position(caller.user_pk, hash);
      const document = store.document(hash);
      const own = document && progress.stored(caller, document.id)?.record;
      if (!own && document && wasRead(caller, document)) return null;
      if (!own || own.page_count === 0) return stored;
      if (stored && !isLater(own.updated_at, stored.updated_at, clock())) return stored;
      // KOReader's own position is more exact than ours for the same page.
      const isSamePage =
        stored !== null && pageOfPosition(stored, document)?.current_page === own.current_page;
      const position = isSamePage ? stored : koreaderPositionOf(own, document, stored);
      if (position === null) return stored;
      const { progress: pointer, percentage } = position;
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
    put(caller, position) {
      const stored = store.position(caller.user_pk, position.document);
      // Ignores a book that was only opened and closed, so that it cannot revert later reading on
      // another device.
      if (stored && isSamePosition(stored, position)) return stored;
      const document = store.document(position.document);
      const device = { id: position.device_id, name: position.device };
      const page = document && pageOfPosition(position, document);
      const updated_at = page
        ? progress.update(caller, document.id, { ...page, device }).updated_at
        : clock().toISOString();
      const now = { ...position, updated_at };
      store.put(caller.user_pk, now);
      return now;
    },
  };
};

const onePlace = { page: 1, pageSize: 1, sort: { field: 'read_at', direction: 'desc' } } as const;

/** KOReader displays the name, and recognises its own positions by the id. */
const unknownDevice = { id: 'octavo', name: 'Octavo' };

/**
 * Compares whole seconds, because another program's date can lack the fraction that KOReader's has.
 * Identical dates mean that KOReader wrote both. A stored date in the future is ignored, because the clock of
 * the server was ahead then.
 */
const isLater = (own: string, stored: string, now: Date): boolean =>
  own !== stored && (isAhead(stored, now) || !isBefore(wholeSeconds(own), wholeSeconds(stored)));

const isSamePosition = (
  stored: KoreaderPosition,
  position: Omit<KoreaderPosition, 'updated_at'>,
): boolean =>
  stored.progress === position.progress &&
  stored.percentage === position.percentage &&
  stored.device_id === position.device_id;
