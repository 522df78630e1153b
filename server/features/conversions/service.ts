import type {
  Conversion,
  ConversionFile,
  planConversion,
} from '../../../shared/api/conversions.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';
import { AppError, notFound } from '../../../shared/errors.ts';
import type { ListPage } from '../../database/json.ts';
import type { Caller } from '../../http/api/caller.ts';
import { binDays } from '../../scanner/file-bin/file-bin.ts';
import type { TaskQueue } from '../../tasks/types.ts';
import type { ConversionFilesQuery, ConversionsQuery, ConversionsStore } from './store.ts';

type PlanBody = EndpointParsed<typeof planConversion>['body'];

const day = 24 * 3_600_000;

export interface ConversionsService {
  /** Throws NotFound, and Conflict if the library does not allow it. */
  plan(caller: Caller, libraryId: string, body: PlanBody): { id: string; task_id: string };
  list(query: ConversionsQuery): ListPage<Conversion>;
  /** Throws NotFound. */
  get(id: string): Conversion;
  /** Throws NotFound. */
  files(id: string, query: ConversionFilesQuery): ListPage<ConversionFile>;
  /** Throws NotFound, and Conflict while it is being worked on or without anything to convert. */
  apply(id: string): { task_id: string };
  /** Throws NotFound, and Conflict while it is being worked on or without anything to undo. */
  undo(id: string, fileIds?: readonly string[]): { task_id: string };
  /** Throws NotFound, and Conflict if files were converted. */
  remove(id: string): void;
}

const conflict = (message: string) => new AppError('Conflict', message);

/** Converts files: a plan first, then its files, and back again. */
export const createConversionsService = ({
  store,
  queue,
  deletionClock,
}: {
  store: ConversionsStore;
  queue: Pick<TaskQueue, 'enqueue'>;
  /** The clock for permanent deletion. */
  deletionClock: () => Date;
}): ConversionsService => {
  const get = (id: string): Conversion => {
    const conversion = store.get(id);
    if (!conversion) throw notFound('Conversion', id);
    return conversion;
  };
  const refuseUnlessAllowed = (libraryId: string) => {
    if (store.library(libraryId)?.is_allowed !== 1)
      throw conflict('The settings of the library do not allow that files are converted');
  };
  const idle = (id: string): Conversion => {
    const conversion = get(id);
    if (conversion.task_id !== null)
      throw conflict('It is still being worked on. Try again afterwards');
    return conversion;
  };
  const start = ({ id, library_id }: Conversion, step: 'plan' | 'apply' | 'undo') => {
    const payload = { conversion_id: id, step };
    return { task_id: queue.enqueue({ task_type: 'convert_files', library_id, payload }).id };
  };
  return {
    plan: (
      { user_pk },
      libraryId,
      { pages, removed_pages, series_ids = null, book_ids = null },
    ) => {
      const library = store.library(libraryId);
      if (!library) throw notFound('Library', libraryId);
      refuseUnlessAllowed(libraryId);
      if (library.is_calibre === 1)
        throw conflict(
          'calibre keeps the files of this library, so Octavo leaves them as they are',
        );
      store.prune(new Date(deletionClock().getTime() - binDays * day).toISOString());
      const id = store.open({
        library_pk: library.pk,
        user_pk,
        pages,
        removed_pages,
        series_ids,
        book_ids,
      });
      return { id, ...start(get(id), 'plan') };
    },
    list: store.list,
    get,
    files: (id, query) => {
      get(id);
      return store.files(id, query);
    },
    apply: (id) => {
      const conversion = idle(id);
      refuseUnlessAllowed(conversion.library_id);
      if (conversion.files.planned + conversion.files.pending === 0)
        throw conflict('There is nothing left to convert');
      return start(conversion, 'apply');
    },
    undo: (id, fileIds) => {
      const conversion = idle(id);
      if (store.markUndoing(id, fileIds ?? null) === 0 && conversion.files.pending === 0)
        throw conflict('There is nothing to undo');
      return start(conversion, 'undo');
    },
    remove: (id) => {
      if (idle(id).files.converted > 0) throw conflict('Files were converted. Undo that first');
      store.remove(id);
    },
  };
};
