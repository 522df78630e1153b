import { queryOptions } from '@tanstack/react-query';

import type { Book } from '../../../../shared/api/book-record.ts';
import {
  getCreator,
  listBooksOfCreator,
  listCreatorLetters,
  listCreatorRoles,
  listCreators,
  listSeriesOfCreator,
  type Creator,
} from '../../../../shared/api/creators.ts';
import type { Series } from '../../../../shared/api/series-record.ts';
import { api } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import type { ListPage } from '../../api/queries.ts';
import { listPageSize } from '../library/grid/page-range.ts';

/** Restricts a list of creators. */
export interface CreatorFilter {
  search?: string | undefined;
  role?: string | undefined;
}

// Under the keys of series, so that server events invalidate them.

export const creatorsPage = (
  filter: CreatorFilter,
  page: number,
  pageSize: number = listPageSize,
): ListPage<Creator> => ({
  queryKey: keys.seriesPage({ creators: filter, page, pageSize }),
  queryFn: ({ signal }) => api.call(listCreators, { query: { ...filter, page, pageSize }, signal }),
});

export const creatorLetters = (filter: CreatorFilter) => ({
  queryKey: keys.seriesPage({ creatorLetters: filter }),
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api.call(listCreatorLetters, { query: { ...filter }, signal }),
});

export const creatorRolesQuery = () =>
  queryOptions({
    queryKey: keys.seriesPage({ creatorRoles: true }),
    queryFn: async ({ signal }) => (await api.call(listCreatorRoles, { signal })).roles,
  });

/** The creator of this name; null for none. */
export const creatorQuery = (name: string) =>
  queryOptions({
    queryKey: keys.seriesPage({ creator: name }),
    queryFn: async ({ signal }) => {
      const { data } = await api.call(listCreators, { query: { name }, signal });
      const [found] = data;
      return found === undefined
        ? null
        : api.call(getCreator, { params: { id: found.id }, signal });
    },
  });

export interface WorksOf {
  id: string;
  role?: string | undefined;
}

export const seriesOfCreator = ({ id, role }: WorksOf, page: number): ListPage<Series> => ({
  queryKey: keys.seriesPage({ ofCreator: id, role, page }),
  queryFn: ({ signal }) =>
    api.call(listSeriesOfCreator, {
      params: { id },
      query: { role, page, pageSize: listPageSize },
      signal,
    }),
});

export const booksOfCreator = ({ id, role }: WorksOf, page: number): ListPage<Book> => ({
  queryKey: keys.bookPage({ ofCreator: id, role, page }),
  queryFn: ({ signal }) =>
    api.call(listBooksOfCreator, {
      params: { id },
      query: { role, page, pageSize: listPageSize },
      signal,
    }),
});

/** Results while typing. */
export const creatorsGlance = (search: string) =>
  queryOptions({ ...creatorsPage({ search }, 1, 5), enabled: search !== '' });
