import type { DuplicateGroup, SameNameSeries } from '../../../shared/api/duplicates.ts';
import { notFound } from '../../../shared/errors.ts';
import type { ListPage } from '../../database/json.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { TaskQueue } from '../../tasks/types.ts';
import type { BooksService } from '../books/service.ts';
import type { DuplicatesQuery, DuplicatesStore, SameNameQuery } from './store.ts';

export interface DuplicatesService {
  list(caller: Caller, query: DuplicatesQuery): ListPage<DuplicateGroup>;
  /** Series with the same title, across all libraries. */
  sameNames(query: SameNameQuery): ListPage<SameNameSeries>;
  /**
   * Starts the search for duplicates. It reads files in full if they may be equal, even outside of the quiet
   * hours.
   */
  find(): { task_id: string };
  /** Hides a group until its members change. Throws NotFound. */
  dismiss(id: string): void;
  /** Shows a hidden group again. Throws NotFound. */
  restore(id: string): void;
}

export const createDuplicatesService = ({
  store,
  books,
  queue,
}: {
  store: DuplicatesStore;
  books: Pick<BooksService, 'records'>;
  queue: Pick<TaskQueue, 'enqueue'>;
}): DuplicatesService => ({
  list: (caller, query) => {
    const { groups, total } = store.list(query);
    const records = books.records(
      caller,
      groups.flatMap(({ members }) => members),
    );
    const data = groups.map(({ members, ...group }) => ({
      ...group,
      books: members.map((id) => records.get(id)).filter((book) => book !== undefined),
    }));
    return { data, total };
  },
  sameNames: store.sameNames,
  find: () => ({
    task_id: queue.enqueue({ task_type: 'find_duplicates', payload: { reads_files: 'now' } }).id,
  }),
  dismiss: (id) => {
    if (!store.has(id)) throw notFound('Duplicate group', id);
    store.dismiss(id);
  },
  restore: (id) => {
    if (!store.has(id)) throw notFound('Duplicate group', id);
    store.restore(id);
  },
});
