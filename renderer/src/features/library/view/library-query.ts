import type { z } from 'zod';

import type { Book } from '../../../../../shared/api/book-record.ts';
import type { filterBooksBody, filterSeriesBody } from '../../../../../shared/api/filter-bodies.ts';
import {
  filterBooks,
  listBookIds,
  listBookLetters,
  listBooks,
} from '../../../../../shared/api/books.ts';
import { listBooksInFolder, listFolders, type Folder } from '../../../../../shared/api/folders.ts';
import type { Series } from '../../../../../shared/api/series-record.ts';
import {
  filterSeries,
  listSeries,
  listSeriesIds,
  listSeriesLetters,
} from '../../../../../shared/api/series.ts';
import type { ConditionInput, Leaf } from '../../../../../shared/condition.ts';
import type { Paginated } from '../../../../../shared/endpoint.ts';
import { maxIds } from '../../../../../shared/limits.ts';
import type { Direction, Letters } from '../../../../../shared/schemas.ts';
import { api } from '../../../api/client.ts';
import { keys } from '../../../api/keys.ts';
import type { ListPage } from '../../../api/queries.ts';
import { listPageSize } from '../grid/page-range.ts';

/** Filter and sort order of a library list. */
interface RecordQuery<Field extends string> {
  /** Undefined for all libraries. */
  libraryId: string | undefined;
  sort: string;
  direction: Direction;
  /** Null selects all. */
  condition: ConditionInput<Field> | null;
}

type SeriesField = Extract<z.output<typeof filterSeriesBody>['condition'], Leaf>['field'];
type BookField = Extract<z.output<typeof filterBooksBody>['condition'], Leaf>['field'];

interface Body<Field extends string> {
  condition: ConditionInput<Field>;
}

interface PageQuery {
  sort: string;
  page: number;
  pageSize: number;
}

/** The endpoints of one kind of record. */
interface RecordEndpoints<T, Field extends string> {
  key: (query: object) => readonly unknown[];
  list: (
    query: PageQuery & { library_id: string | undefined },
    signal?: AbortSignal,
  ) => Promise<Paginated<T>>;
  filter: (query: PageQuery, body: Body<Field>, signal?: AbortSignal) => Promise<Paginated<T>>;
  ids: (
    query: { sort: string; pageSize: number },
    body: Body<Field>,
  ) => Promise<{ data: string[] }>;
  letters: (body: Body<Field>, signal: AbortSignal) => Promise<Letters>;
}

/** The queries of a library list, from the endpoints of its records. */
const recordQueries = <T, Field extends string>(endpoints: RecordEndpoints<T, Field>) => {
  const { key, list, filter, ids, letters } = endpoints;
  const bodyOf = ({ libraryId, condition }: RecordQuery<Field>): Body<Field> => {
    const inLibrary = { libraryId: { operator: 'is', value: libraryId } } as ConditionInput<Field>;
    const parts = [
      ...(libraryId === undefined ? [] : [inLibrary]),
      ...(condition === null ? [] : [condition]),
    ];
    return { condition: { allOf: parts } };
  };
  const load = (
    query: RecordQuery<Field>,
    { page, pageSize }: Omit<PageQuery, 'sort'>,
    signal?: AbortSignal,
  ): Promise<Paginated<T>> => {
    const { libraryId, sort, direction, condition } = query;
    const paged = { sort: `${sort},${direction}`, page, pageSize };
    return condition === null
      ? list({ ...paged, library_id: libraryId }, signal)
      : filter(paged, bodyOf(query), signal);
  };
  return {
    page: (query: RecordQuery<Field>, page: number): ListPage<T> => ({
      queryKey: key({ ...query, page }),
      queryFn: ({ signal }) => load(query, { page, pageSize: listPageSize }, signal),
    }),
    /** Any record of the list, each as likely as the others; undefined if it is empty. */
    random: async (query: RecordQuery<Field>): Promise<T | undefined> => {
      const { data, total } = await load(query, { page: 1, pageSize: 1 });
      const page = 1 + Math.floor(Math.random() * total);
      return page <= 1 ? data[0] : (await load(query, { page, pageSize: 1 })).data[0];
    },
    /** All ids of the list in order, to select records beyond the loaded ones. */
    ids: async (query: RecordQuery<Field>): Promise<string[]> => {
      const order = { sort: `${query.sort},${query.direction}`, pageSize: maxIds };
      return (await ids(order, bodyOf(query))).data;
    },
    /** Number of records per initial letter under the same filter. */
    letters: (query: RecordQuery<Field>) => {
      const { libraryId, condition } = query;
      return {
        queryKey: key({ letters: true, libraryId, condition }),
        queryFn: ({ signal }: { signal: AbortSignal }) => letters(bodyOf(query), signal),
      };
    },
  };
};

export type RecordQueries<T, Field extends string> = ReturnType<typeof recordQueries<T, Field>>;

export const seriesQueries = recordQueries<Series, SeriesField>({
  key: keys.seriesPage,
  list: (query, signal) => api.call(listSeries, { query, signal }),
  filter: (query, body, signal) => api.call(filterSeries, { query, body, signal }),
  ids: (query, body) => api.call(listSeriesIds, { query, body }),
  letters: (body, signal) => api.call(listSeriesLetters, { body, signal }),
});

export const bookQueries = recordQueries<Book, BookField>({
  key: keys.bookPage,
  list: (query, signal) => api.call(listBooks, { query, signal }),
  filter: (query, body, signal) => api.call(filterBooks, { query, body, signal }),
  ids: (query, body) => api.call(listBookIds, { query, body }),
  letters: (body, signal) => api.call(listBookLetters, { body, signal }),
});

export const foldersPage = (libraryId: string, folder: string, page: number): ListPage<Folder> => ({
  queryKey: keys.bookPage({ folders: folder, libraryId, page }),
  queryFn: ({ signal }) =>
    api.call(listFolders, {
      params: { id: libraryId },
      query: { folder, page, pageSize: listPageSize },
      signal,
    }),
});

export const folderBooksPage = (
  libraryId: string,
  folder: string,
  page: number,
): ListPage<Book> => ({
  queryKey: keys.bookPage({ folder, libraryId, page }),
  queryFn: ({ signal }) =>
    api.call(listBooksInFolder, {
      params: { id: libraryId },
      query: { folder, page, pageSize: listPageSize },
      signal,
    }),
});
