import type { z } from 'zod';

import type { Book, BookSort } from '../../../../../shared/api/book-record.ts';
import {
  filterBooks,
  listBookIds,
  listBooks,
  listBookLetters,
  type filterBooksBody,
} from '../../../../../shared/api/books.ts';
import { listBooksInFolder, listFolders, type Folder } from '../../../../../shared/api/folders.ts';
import type { Series, SeriesSort } from '../../../../../shared/api/series-record.ts';
import {
  filterSeries,
  type filterSeriesBody,
  listSeries,
  listSeriesIds,
  listSeriesLetters,
} from '../../../../../shared/api/series.ts';
import type { ConditionInput, Leaf } from '../../../../../shared/condition.ts';
import { maxIds, type Direction } from '../../../../../shared/schemas.ts';
import { api } from '../../../api/client.ts';
import { keys } from '../../../api/keys.ts';
import type { ListPage } from '../../../api/queries.ts';
import { listPageSize } from '../grid/page-range.ts';

/** Filter and sort order of a library list. */
interface LibraryQuery<Sort extends string, Field extends string> {
  libraryId: string;
  sort: Sort;
  direction: Direction;
  /** Null selects all. */
  condition: ConditionInput<Field> | null;
}

export type SeriesField = Extract<z.output<typeof filterSeriesBody>['condition'], Leaf>['field'];
export type BookField = Extract<z.output<typeof filterBooksBody>['condition'], Leaf>['field'];
export type SeriesQuery = LibraryQuery<SeriesSort, SeriesField>;
export type BookQuery = LibraryQuery<BookSort, BookField>;

type Order = Pick<LibraryQuery<string, string>, 'sort' | 'direction'>;

const order = ({ sort, direction }: Order) => ({ sort: `${sort},${direction}` });

const plain = (query: Order & { libraryId: string }, page: number) => ({
  ...order(query),
  library_id: query.libraryId,
  page,
  pageSize: listPageSize,
});

const ofLibrary = (id: string) => ({ libraryId: { operator: 'is', value: id } }) as const;

const seriesBody = ({ libraryId, condition }: SeriesQuery) => ({
  condition: { allOf: [ofLibrary(libraryId), ...(condition === null ? [] : [condition])] },
});

const bookBody = ({ libraryId, condition }: BookQuery) => ({
  condition: { allOf: [ofLibrary(libraryId), ...(condition === null ? [] : [condition])] },
});

export const seriesPage = (query: SeriesQuery, page: number): ListPage<Series> => ({
  queryKey: keys.seriesPage({ ...query, page }),
  queryFn: ({ signal }) =>
    query.condition === null
      ? api.call(listSeries, { query: plain(query, page), signal })
      : api.call(filterSeries, {
          query: { ...order(query), page, pageSize: listPageSize },
          body: seriesBody(query),
          signal,
        }),
});

export const bookPage = (query: BookQuery, page: number): ListPage<Book> => ({
  queryKey: keys.bookPage({ ...query, page }),
  queryFn: ({ signal }) =>
    query.condition === null
      ? api.call(listBooks, { query: plain(query, page), signal })
      : api.call(filterBooks, {
          query: { ...order(query), page, pageSize: listPageSize },
          body: bookBody(query),
          signal,
        }),
});

/** All ids of the list in order, to select records beyond the loaded ones. */
export const seriesIds = async (query: SeriesQuery): Promise<string[]> =>
  (
    await api.call(listSeriesIds, {
      query: { ...order(query), pageSize: maxIds },
      body: seriesBody(query),
    })
  ).data;

export const bookIds = async (query: BookQuery): Promise<string[]> =>
  (
    await api.call(listBookIds, {
      query: { ...order(query), pageSize: maxIds },
      body: bookBody(query),
    })
  ).data;

/** Number of records per initial letter under the same filter. */
export const seriesLetters = (query: SeriesQuery) => {
  const { libraryId, condition } = query;
  return {
    queryKey: keys.seriesPage({ letters: true, libraryId, condition }),
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.call(listSeriesLetters, { body: seriesBody(query), signal }),
  };
};

export const bookLetters = (query: BookQuery) => {
  const { libraryId, condition } = query;
  return {
    queryKey: keys.bookPage({ letters: true, libraryId, condition }),
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.call(listBookLetters, { body: bookBody(query), signal }),
  };
};

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
