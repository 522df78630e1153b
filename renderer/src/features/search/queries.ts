import { queryOptions } from '@tanstack/react-query';

import type { Book } from '../../../../shared/api/book-record.ts';
import { filterBooks } from '../../../../shared/api/books.ts';
import type { Series } from '../../../../shared/api/series-record.ts';
import { searchSeries } from '../../../../shared/api/series.ts';
import { api } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import type { ListPage } from '../../api/queries.ts';
import { searchSorts, type SearchOrder } from './search-order.ts';
import { listApis, type KeptList, type ListKind } from '../lists/list-api.ts';

interface Page {
  /** 1-indexed. */
  page: number;
  pageSize: number;
}

/** Series that match; each search word must be a prefix of a word in the record. */
export const foundSeriesPage = (
  text: string,
  page: Page,
  order: SearchOrder = 'relevance',
): ListPage<Series> => {
  const query = { ...page, sort: searchSorts[order].series };
  return {
    queryKey: keys.seriesPage({ text, ...query }),
    queryFn: ({ signal }) => api.call(searchSeries, { query, body: { query: text }, signal }),
  };
};

export const foundBooksPage = (
  text: string,
  page: Page,
  order: SearchOrder = 'relevance',
): ListPage<Book> => {
  const query = { ...page, sort: searchSorts[order].books };
  return {
    queryKey: keys.bookPage({ text, ...query }),
    queryFn: ({ signal }) =>
      api.call(filterBooks, { query, body: { fullTextSearch: text }, signal }),
  };
};

/** Collections or reading lists with the text in their names. */
export const foundListsPage = (kind: ListKind, text: string, page: Page): ListPage<KeptList> => ({
  queryKey: ['lists', kind, 'page', { search: text, ...page }],
  queryFn: ({ signal }) => listApis[kind].page({ search: text, ...page }, signal),
});

export const listsGlance = (kind: ListKind, text: string, isAllowed: boolean) =>
  queryOptions({
    ...foundListsPage(kind, text, { page: 1, pageSize: glanceSize }),
    enabled: isAllowed && text !== '',
  });

/** Results per kind while typing. */
const glanceSize = 5;

export const seriesGlance = (text: string) =>
  queryOptions({
    ...foundSeriesPage(text, { page: 1, pageSize: glanceSize }),
    enabled: text !== '',
  });

export const booksGlance = (text: string) =>
  queryOptions({
    ...foundBooksPage(text, { page: 1, pageSize: glanceSize }),
    enabled: text !== '',
  });
