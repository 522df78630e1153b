import type { EditEntity } from '../../../shared/api/edits.ts';
import { editableBookFields, lockableSeriesFields } from '../../../shared/api/metadata-fields.ts';
import type { reprocessBooks, resetEdits } from '../../../shared/api/reprocess.ts';
import type { EndpointParsed, EndpointResult } from '../../../shared/endpoint.ts';
import { notFound } from '../../../shared/errors.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { BookScope } from '../../tasks/task-types.ts';
import type { TaskQueue } from '../../tasks/types.ts';
import type { EditsService } from '../edits/service.ts';
import type { ReprocessStore } from './store.ts';

export interface ReprocessService {
  /** Queues a task. Throws NotFound for an unknown library, and if no book is left. */
  start(body: EndpointParsed<typeof reprocessBooks>['body']): EndpointResult<typeof reprocessBooks>;
  /** Unlocks the edited fields of all series and books of a scope. Throws NotFound as `start`. */
  resetEdits(
    caller: Caller,
    body: EndpointParsed<typeof resetEdits>['body'],
  ): Promise<EndpointResult<typeof resetEdits>>;
}

const unlocked = (fields: readonly string[]) => ({
  locks: Object.fromEntries(fields.map((field) => [field, false])),
});
/** The edit that unlocks all fields of a series or a book. */
const resetOf = (entity: EditEntity) =>
  unlocked(entity === 'series' ? lockableSeriesFields : editableBookFields);

export const createReprocessService = ({
  store,
  edits,
  queue,
}: {
  store: ReprocessStore;
  edits: Pick<EditsService, 'bulk'>;
  queue: Pick<TaskQueue, 'enqueue'>;
}): ReprocessService => {
  /** Counts the books of a scope; an empty library has none. */
  const countOf = (scope: BookScope): number => {
    const count = store.count(scope);
    if (count > 0) return count;
    if (!('library_id' in scope)) {
      throw 'series_ids' in scope
        ? notFound('Series', scope.series_ids[0] ?? '')
        : notFound('Book', scope.book_ids[0] ?? '');
    }
    if (!store.hasLibrary(scope.library_id)) throw notFound('Library', scope.library_id);
    return 0;
  };
  return {
    start({ action, ...fields }) {
      const scope = scopeOf(fields);
      const book_count = countOf(scope);
      const task = queue.enqueue({
        task_type: 'reprocess_books',
        ...('library_id' in scope && { library_id: scope.library_id }),
        payload: { action, scope },
      });
      return { task_id: task.id, book_count };
    },
    async resetEdits(caller, body) {
      const scope = scopeOf(body);
      countOf(scope);
      const done: EndpointResult<typeof resetEdits>['edits'] = [];
      for (const entity of ['series', 'book'] as const) {
        const ids = store.edited(entity, scope);
        if (ids.length === 0) continue;
        done.push({ entity, ...(await edits.bulk(caller, entity, ids, resetOf(entity))) });
      }
      return { edits: done };
    },
  };
};

/** The schema has made sure that exactly one is given. */
const scopeOf = ({
  library_id,
  series_ids,
  book_ids = [],
}: EndpointParsed<typeof resetEdits>['body']): BookScope => {
  if (library_id !== undefined) return { library_id };
  return series_ids === undefined ? { book_ids } : { series_ids };
};
