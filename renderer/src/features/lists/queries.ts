import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';

import type { MemberSort } from '../../../../shared/api/collections.ts';
import { listWanted, listWantedIds } from '../../../../shared/api/want-to-read.ts';
import { maxPageSize } from '../../../../shared/limits.ts';
import { api } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { listApis, type ListKind, type ListsQuery } from './list-api.ts';
import { isRead, memberId } from './list-item.ts';

/** Page size of a list. */
export const membersPerPage = 100;

/** Page size of the list overview. */
export const listsPerPage = 60;

export const listsQuery = (kind: ListKind, query: ListsQuery) =>
  queryOptions({
    queryKey: ['lists', kind, 'page', query],
    queryFn: ({ signal }) => listApis[kind].page(query, signal),
    placeholderData: keepPreviousData,
  });

export const listQuery = (kind: ListKind, id: string) =>
  queryOptions({
    queryKey: ['lists', kind, 'detail', id],
    queryFn: ({ signal }) => listApis[kind].get(id, signal),
  });

/** Under the keys of series and books, so that server events invalidate them. */
const membersKey = (kind: ListKind, query: object) =>
  kind === 'collections' ? keys.seriesPage(query) : keys.bookPage(query);

/** Orders of a list's items: its own, or by a field. */
const memberSorts = {
  position: 'position,asc',
  name: 'name,asc',
  date_added: 'date_added,desc',
  release_date: 'release_date,asc',
} as const satisfies Record<MemberSort, string>;

export const membersQuery = (
  kind: ListKind,
  id: string,
  page: number,
  order: MemberSort = 'position',
) =>
  queryOptions({
    queryKey: membersKey(kind, { list: id, page, order }),
    queryFn: ({ signal }) => {
      const query = { page, pageSize: membersPerPage, sort: memberSorts[order] };
      return listApis[kind].members(id, query, signal);
    },
    placeholderData: keepPreviousData,
  });

/** The first item that is not completely read; null if none. */
export const nextOnList = (kind: ListKind, id: string) =>
  queryOptions({
    queryKey: membersKey(kind, { list: id, next: true }),
    queryFn: async ({ signal }) => {
      for (let page = 1; ; page += 1) {
        const query = { page, pageSize: maxPageSize };
        const { data, totalPages } = await listApis[kind].members(id, query, signal);
        const next = data.find((member) => !isRead(member));
        if (next !== undefined || page >= totalPages) return next ?? null;
      }
    },
  });

/** Ids of all available items, in order. */
export const memberIdsOf = async (kind: ListKind, id: string): Promise<string[]> => {
  const ids: string[] = [];
  for (let page = 1; ; page += 1) {
    const query = { page, pageSize: maxPageSize };
    const { data, totalPages } = await listApis[kind].members(id, query);
    ids.push(...data.map(memberId));
    if (page >= totalPages) return ids;
  }
};

export type WantedOrder = 'own' | 'newest' | 'oldest';
const wantedSorts = {
  own: 'position,asc',
  newest: 'added_at,desc',
  oldest: 'added_at,asc',
} as const satisfies Record<WantedOrder, string>;

export const wantedQuery = (page: number, unread: boolean, order: WantedOrder) =>
  queryOptions({
    queryKey: keys.bookPage({ wanted: true, page, unread, order }),
    queryFn: ({ signal }) =>
      api.call(listWanted, {
        query: {
          page,
          pageSize: membersPerPage,
          sort: wantedSorts[order],
          ...(unread ? { unread: 'true' as const } : {}),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/** Series and books together; refreshed like a reading list, because it is one. */
export const wantedIdsQuery = () =>
  queryOptions({
    queryKey: [...keys.readLists, 'wanted'],
    queryFn: async ({ signal }) => new Set((await api.call(listWantedIds, { signal })).ids),
    staleTime: 60_000,
  });

/** Invalidates all queries about lists and their items. */
export const refreshLists = (client: QueryClient): Promise<unknown> =>
  Promise.all(
    [['lists'], keys.seriesPages, keys.bookPages].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );
