import { AppError } from '../../../shared/errors.ts';
import type { Caller } from '../../http/caller.ts';
import type { ProgressService } from '../progress/service.ts';
import type { OpenedFilesStore } from './store.ts';

interface HandingOnOptions {
  store: Pick<OpenedFilesStore, 'arrived' | 'place'>;
  progress: Pick<ProgressService, 'update'>;
  callerNamed: (username: string) => Caller | null;
}

/**
 * Gives the places of opened files to the books that these files have become, however they came into a
 * library. A book that was read since keeps its own place.
 */
export const createHandingOn =
  ({ store, progress, callerNamed }: HandingOnOptions) =>
  (): void => {
    for (const { pk, id, username, book_id, place } of store.arrived()) {
      const caller = callerNamed(username);
      if (!caller) continue;
      // A place in a text names the part of the book by its address.
      const location = place.location?.replaceAll(id, book_id);
      try {
        progress.update(caller, book_id, {
          current_page: place.current_page,
          is_completed: place.is_completed,
          updated_at: place.updated_at,
          ...(location === undefined ? {} : { location }),
        });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
      }
      store.place(pk, null);
    }
  };
