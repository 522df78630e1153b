import type {
  createFileDeletion,
  DeletedBook,
  DeleteFiles,
  FileDeletion,
  listDeletedBooks,
  listFileDeletions,
} from '../../../shared/api/file-deletions.ts';
import { daysBefore } from '../../../shared/durations.ts';
import type { EndpointParsed, EndpointResult } from '../../../shared/endpoint.ts';
import { AppError, notFound } from '../../../shared/errors.ts';
import type { ListPage } from '../../database/json.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { TaskQueue } from '../../tasks/types.ts';
import type { Settings } from '../settings/service.ts';
import { type FileDeletionsStore, undoableDays } from './store.ts';

/** Deletes books with their files, which stay in the bins of their libraries for 90 days. */
export interface FileDeletionsService {
  /** Throws NotFound if no such book exists, and Conflict if the settings do not allow it. */
  delete(caller: Caller, what: DeleteFiles): EndpointResult<typeof createFileDeletion>;
  list(query: EndpointParsed<typeof listFileDeletions>['query']): ListPage<FileDeletion>;
  /** Throws NotFound. */
  books(id: string, query: EndpointParsed<typeof listDeletedBooks>['query']): ListPage<DeletedBook>;
  /** Throws NotFound, and Conflict while it is in progress or without anything to undo. */
  undo(id: string, bookIds?: readonly string[]): { task_id: string };
}

const conflict = (message: string) => new AppError('Conflict', message);

export const createFileDeletionsService = ({
  store,
  queue,
  settings,
  deletionClock,
}: {
  store: FileDeletionsStore;
  queue: Pick<TaskQueue, 'enqueue'>;
  settings: Pick<Settings, 'get'>;
  /** The clock for permanent deletion. */
  deletionClock: () => Date;
}): FileDeletionsService => {
  const get = (id: string): FileDeletion => {
    const deletion = store.get(id);
    if (!deletion) throw notFound('Deletion', id);
    return deletion;
  };
  const start = (deletion_id: string, step: 'delete' | 'undo'): string =>
    queue.enqueue({ task_type: 'delete_files', payload: { deletion_id, step } }).id;
  return {
    delete(caller, { book_ids = [], series_ids = [], dry_run }) {
      const which = { book_ids, series_ids };
      const totals = store.totals(which);
      if (totals.book_count === 0) {
        throw notFound('Book', [...book_ids, ...series_ids][0] ?? '');
      }
      if (dry_run) return { id: null, task_id: null, ...totals };
      if (!settings.get('library.delete_files'))
        throw conflict('The settings do not allow that Octavo deletes files');
      store.prune(daysBefore(deletionClock(), undoableDays));
      const id = store.open(which, caller.user_pk);
      return { id, task_id: start(id, 'delete'), ...totals };
    },
    list: store.list,
    books: (id, query) => {
      get(id);
      return store.books(id, query);
    },
    undo(id, bookIds) {
      if (get(id).task_id !== null)
        throw conflict('It is still being worked on. Wait for its end, or cancel its task.');
      store.releaseRest(id);
      const marked = store.markRestoring(id, bookIds ?? null);
      if (marked + store.count(id, 'restoring') === 0) throw conflict('There is nothing to undo');
      return { task_id: start(id, 'undo') };
    },
  };
};
