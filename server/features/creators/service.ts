import { maxBulkRecords, type EditEntity } from '../../../shared/api/edits.ts';
import type { Book, BookSort } from '../../../shared/api/book-record.ts';
import type { Creator, FullCreator } from '../../../shared/api/creators.ts';
import type { Series, SeriesSort } from '../../../shared/api/series-record.ts';
import { notFound } from '../../../shared/errors.ts';
import type { Letters, PageRequest } from '../../../shared/schemas.ts';
import type { RowCondition } from '../../database/condition-types.ts';
import { creditValue } from '../../database/credit-field.ts';
import type { JsonText, MaybeListPage } from '../../database/json.ts';
import type { Caller } from '../../http/api/caller.ts';
import { creatorId, creatorKey } from '../../text/creator-names.ts';
import type { BooksService } from '../books/service.ts';
import type { EditsService } from '../edits/service.ts';
import type { SeriesService } from '../series/service.ts';
import type { CreatorFilter, CreatorQuery, CreatorsStore } from './store.ts';

/** Restricts the works of a creator. */
interface WorksFilter {
  role?: string | undefined;
  library_id?: string | undefined;
}

export interface CreatorsService {
  list(query: CreatorQuery): MaybeListPage<Creator>;
  letters(filter: CreatorFilter): JsonText<Letters> | Promise<JsonText<Letters>>;
  roles(): ReturnType<CreatorsStore['roles']> | Promise<ReturnType<CreatorsStore['roles']>>;
  /** Throws NotFound, like the methods below. */
  get(id: string): JsonText<FullCreator>;
  series(
    caller: Caller,
    id: string,
    query: PageRequest<SeriesSort> & WorksFilter,
  ): MaybeListPage<Series>;
  books(
    caller: Caller,
    id: string,
    query: PageRequest<BookSort> & WorksFilter,
  ): MaybeListPage<Book>;
  /** Renames the creator in all works; returns the ids of the edits that undo it. */
  rename(
    caller: Caller,
    id: string,
    name: string,
  ): Promise<{ id: string; edit_ids: string[]; task_ids: string[] }>;
}

export interface CreatorsServiceOptions {
  store: CreatorsStore;
  /** `store.list` in the query worker, like the queries below. */
  list: (query: CreatorQuery) => MaybeListPage<Creator>;
  letters: (filter: CreatorFilter) => Promise<JsonText<Letters>>;
  roles: () => Promise<ReturnType<CreatorsStore['roles']>>;
  series: Pick<SeriesService, 'find' | 'matching'>;
  books: Pick<BooksService, 'find' | 'matching'>;
  edits: Pick<EditsService, 'bulk'>;
}

export const createCreatorsService = ({
  store,
  list,
  letters,
  roles,
  series,
  books,
  edits,
}: CreatorsServiceOptions): CreatorsService => {
  const keyOf = (id: string): string => {
    const key = store.key(id);
    if (key === undefined) throw notFound('Creator', id);
    return key;
  };
  const worksOf = (id: string, { role, library_id }: WorksFilter = {}): RowCondition => {
    const credit = {
      field: 'credit',
      operator: 'is',
      value: creditValue({ name: keyOf(id), role }),
    } as const;
    const ofLibrary = { field: 'libraryId', operator: 'is', value: library_id ?? '' } as const;
    return library_id === undefined ? credit : { allOf: [credit, ofLibrary] };
  };

  return {
    list: (query) => (store.isCheap(query) ? store.list(query) : list(query)),
    letters: (filter) => (store.isCheap(filter) ? store.letters(filter) : letters(filter)),
    roles: () => (store.isCheap({}) ? store.roles() : roles()),
    get(id) {
      const creator = store.get(id);
      if (!creator) throw notFound('Creator', id);
      return creator;
    },
    series: (caller, id, query) => series.find(caller, query, { condition: worksOf(id, query) }),
    books: (caller, id, query) => books.find(caller, query, { condition: worksOf(id, query) }),
    async rename(caller, id, name) {
      const filter = { condition: worksOf(id) };
      const change = { rename: { authors: { from: keyOf(id), to: name } } };
      const most = maxBulkRecords + 1;
      const works: [EditEntity, readonly string[]][] = [
        ['series', await series.matching(caller, filter, most)],
        ['book', await books.matching(caller, filter, most)],
      ];
      const done: Awaited<ReturnType<EditsService['bulk']>>[] = [];
      for (const [entity, ids] of works) {
        if (ids.length > 0) done.push(await edits.bulk(caller, entity, ids, change));
      }
      return {
        id: creatorId(creatorKey(name)),
        edit_ids: done.map(({ edit_id }) => edit_id),
        task_ids: done.flatMap(({ task_id }) => task_id ?? []),
      };
    },
  };
};
