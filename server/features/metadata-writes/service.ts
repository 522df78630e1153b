import type {
  MetadataWrite,
  MetadataWriteFile,
  planMetadataWrite,
} from '../../../shared/api/metadata-writes.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';
import { AppError, notFound } from '../../../shared/errors.ts';
import type { ListPage } from '../../database/json.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { TaskQueue } from '../../tasks/types.ts';
import type { LibrariesService } from '../libraries/service.ts';
import {
  keptDays,
  type MetadataWritesStore,
  type WriteFilesQuery,
  type WritesQuery,
} from './store.ts';

type PlanBody = EndpointParsed<typeof planMetadataWrite>['body'];

const day = 24 * 3_600_000;

export interface MetadataWritesService {
  /**
   * Throws NotFound, Forbidden for a person who sees only parts of libraries, and Conflict if the
   * library does not allow it or nothing was edited.
   */
  plan(caller: Caller, libraryId: string, body: PlanBody): { id: string; task_id: string };
  list(query: WritesQuery): ListPage<MetadataWrite>;
  /** Throws NotFound. */
  get(id: string): MetadataWrite;
  /** Throws NotFound. */
  files(id: string, query: WriteFilesQuery): ListPage<MetadataWriteFile>;
  /** Throws NotFound, and Conflict while it is being worked on or without anything to write. */
  apply(id: string): { task_id: string };
  /** Throws NotFound, and Conflict while it is being worked on or without anything to undo. */
  undo(id: string, fileIds?: readonly string[]): { task_id: string };
  /** Throws NotFound, and Conflict if files were written. */
  remove(id: string): void;
}

/** Two programs would write the same files, and calibre overwrites what it does not know of. */
const keptByCalibre =
  'calibre keeps the metadata of this library, so Octavo leaves its files as they are. Edit the books in calibre';

const conflict = (message: string) => new AppError('Conflict', message);

/** Writes metadata into files: a plan first, then its files, and back again. */
export const createMetadataWritesService = ({
  store,
  libraries,
  queue,
  deletionClock,
}: {
  store: MetadataWritesStore;
  libraries: Pick<LibrariesService, 'refusePart'>;
  queue: Pick<TaskQueue, 'enqueue'>;
  /** The clock for permanent deletion. */
  deletionClock: () => Date;
}): MetadataWritesService => {
  const get = (id: string): MetadataWrite => {
    const write = store.get(id);
    if (!write) throw notFound('Metadata write', id);
    return write;
  };
  const isAllowed = (libraryId: string) => store.library(libraryId)?.is_allowed === 1;
  const refuseUnlessAllowed = (libraryId: string) => {
    if (!isAllowed(libraryId))
      throw conflict('The settings of the library do not allow that files are written');
  };
  const idle = (id: string): MetadataWrite => {
    const write = get(id);
    if (write.task_id !== null) throw conflict('It is still being worked on. Try again afterwards');
    return write;
  };
  const start = ({ id, library_id }: MetadataWrite, step: 'plan' | 'apply' | 'undo') => {
    const payload = { write_id: id, step };
    return { task_id: queue.enqueue({ task_type: 'write_metadata', library_id, payload }).id };
  };
  return {
    plan: ({ user_pk }, libraryId, { scope, series_ids = null, book_ids = null }) => {
      const library = store.library(libraryId);
      if (!library) throw notFound('Library', libraryId);
      libraries.refusePart();
      refuseUnlessAllowed(libraryId);
      if (library.is_calibre === 1) throw conflict(keptByCalibre);
      store.prune(new Date(deletionClock().getTime() - keptDays * day).toISOString());
      const plan = { library_pk: library.pk, user_pk, scope, series_ids, book_ids };
      const { id, count } = store.open(plan);
      if (count === 0) {
        store.remove(id);
        throw conflict(
          'Nothing was edited in these books, so there is nothing to write into their files',
        );
      }
      return { id, ...start(get(id), 'plan') };
    },
    list: store.list,
    get,
    files: (id, query) => {
      get(id);
      return store.files(id, query);
    },
    apply: (id) => {
      const write = idle(id);
      refuseUnlessAllowed(write.library_id);
      if (write.files.planned + write.files.pending === 0)
        throw conflict('There is nothing left to write');
      return start(write, 'apply');
    },
    undo: (id, fileIds) => {
      const write = idle(id);
      if (store.markUndoing(id, fileIds ?? null) === 0 && write.files.pending === 0)
        throw conflict('There is nothing to undo');
      return start(write, 'undo');
    },
    remove: (id) => {
      const { files } = idle(id);
      if (files.written > 0) throw conflict('Files were written. Undo that first');
      store.remove(id);
    },
  };
};
