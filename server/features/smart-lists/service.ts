import type { z } from 'zod';

import type { Book, BookSort } from '../../../shared/api/book-record.ts';
import { filterBooksBody, filterSeriesBody } from '../../../shared/api/filter-bodies.ts';

import type { Series, SeriesSort } from '../../../shared/api/series-record.ts';

import {
  maxSmartLists,
  type SmartList,
  type SmartListBody,
  type SmartListTarget,
} from '../../../shared/api/smart-lists.ts';
import { inputOf } from '../../../shared/condition.ts';
import { AppError, badField, notFound } from '../../../shared/errors.ts';
import type { PageRequest } from '../../../shared/schemas.ts';
import type { MaybeListPage, ListPage } from '../../database/json.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { BooksService } from '../books/service.ts';
import type { SeriesService } from '../series/service.ts';
import type { SmartListFields, SmartListQuery, SmartListsStore } from './store.ts';

/**
 * Saved filters. Users see their own and shared ones but only edit their own; the results depend on
 * the caller. Every method throws NotFound for a list that is invisible to the caller.
 */
export interface SmartListsService {
  list(caller: Caller, query: SmartListQuery): ListPage<SmartList>;
  get(caller: Caller, id: string): SmartList;
  /**
   * `id` is given to restore a deleted list. Throws Conflict for an id in use and at the caller's
   * limit, Forbidden if sharing is not allowed.
   */
  create(caller: Caller, body: SmartListBody, id?: string): SmartList;
  /** Throws Forbidden for another user's list, BadRequest for a different target. */
  replace(caller: Caller, id: string, body: SmartListBody): SmartList;
  remove(caller: Caller, id: string): void;
  /** Throws BadRequest for a list of books; `saved` is the list's own order. */
  series(
    caller: Caller,
    id: string,
    query: PageRequest<SeriesSort | 'saved'>,
  ): MaybeListPage<Series>;
  /** Throws BadRequest for a list of series. */
  books(caller: Caller, id: string, query: PageRequest<BookSort | 'saved'>): MaybeListPage<Book>;
}

export const createSmartListsService = ({
  store,
  series,
  books,
  clock = () => new Date(),
}: {
  store: SmartListsStore;
  series: Pick<SeriesService, 'find'>;
  books: Pick<BooksService, 'find'>;
  clock?: () => Date;
}): SmartListsService => {
  const get = (caller: Caller, id: string): SmartList => {
    const list = store.get(caller.user_pk, id);
    if (!list) throw notFound('Smart list', id);
    return list;
  };
  const own = (caller: Caller, id: string): SmartList => {
    const list = get(caller, id);
    if (!list.own) throw new AppError('Forbidden', `Smart list ${id} belongs to ${list.owner}`);
    return list;
  };
  const listOf = (caller: Caller, id: string, target: SmartListTarget): SmartList => {
    const list = get(caller, id);
    if (list.target === target) return list;
    throw badField('params.id', `Smart list ${id} is one of ${list.target}`);
  };
  const now = () => clock().toISOString();

  return {
    list: (caller, query) => store.list(caller.user_pk, query),
    get,
    create: (caller, body, id) =>
      store.transaction(() => {
        if (body.shared) requireSharing(caller);
        if (store.count(caller.user_pk) >= maxSmartLists) {
          throw new AppError('Conflict', `More than ${maxSmartLists} smart lists are not possible`);
        }
        if (id !== undefined && store.exists(id)) {
          throw new AppError('Conflict', `Smart list ${id} already exists`);
        }
        return get(caller, store.insert(caller.user_pk, fieldsOf(body), now(), id));
      }),
    replace: (caller, id, body) =>
      store.transaction(() => {
        const list = own(caller, id);
        if (body.target !== list.target) {
          throw badField('body.target', `It lists ${list.target}; that cannot be changed`);
        }
        if (body.shared && !list.shared) requireSharing(caller);
        store.update(id, fieldsOf(body), now());
        return get(caller, id);
      }),
    remove(caller, id) {
      own(caller, id);
      store.remove(id);
    },
    series(caller, id, query) {
      const list = listOf(caller, id, 'series');
      const filter = readFilter(filterSeriesBody, { ...list, ...store.filterOf(id) });
      return series.find(caller, { ...query, sort: orderOf<SeriesSort>(list, query) }, filter);
    },
    books(caller, id, query) {
      const list = listOf(caller, id, 'books');
      const filter = readFilter(filterBooksBody, { ...list, ...store.filterOf(id) });
      return books.find(caller, { ...query, sort: orderOf<BookSort>(list, query) }, filter);
    },
  };
};

const requireSharing = ({ permissions }: Caller): void => {
  if (permissions.has('collections-write')) return;
  throw new AppError('Forbidden', 'Sharing a smart list needs the permission collections-write', {
    details: { permission: 'collections-write' },
  });
};

const fieldsOf = ({
  condition,
  full_text_search = '',
  ...body
}: SmartListBody): SmartListFields => ({
  ...body,
  condition: condition === undefined ? null : inputOf(condition),
  full_text_search: full_text_search.trim() === '' ? null : full_text_search,
});

/** An older version accepted longer comparisons than are valid now. */
const readFilter = <Filter>(
  body: z.ZodType<Filter>,
  { id, condition, full_text_search }: SmartList,
): Filter => {
  const { data, error } = body.safeParse({
    condition: condition ?? undefined,
    fullTextSearch: full_text_search ?? undefined,
  });
  if (data) return data;
  throw badField('params.id', `The filter of smart list ${id}: ${error?.issues[0]?.message ?? ''}`);
};

/** The field was validated for the target when the list was saved. */
const orderOf = <Field extends string>(
  list: SmartList,
  { sort }: PageRequest<Field | 'saved'>,
): PageRequest<Field>['sort'] =>
  sort.field === 'saved'
    ? (list.sort as PageRequest['sort'] as PageRequest<Field>['sort'])
    : { field: sort.field, direction: sort.direction };
