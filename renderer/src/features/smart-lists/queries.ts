import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import type { Book } from '../../../../shared/api/book-record.ts';
import { filterBooks, listBookIds } from '../../../../shared/api/books.ts';
import type { Series } from '../../../../shared/api/series-record.ts';
import { filterSeries, listSeriesIds } from '../../../../shared/api/series.ts';
import {
  getSmartList,
  listBooksOfSmartList,
  listSeriesOfSmartList,
  listSmartLists,
  type SmartList,
} from '../../../../shared/api/smart-lists.ts';
import { maxIds, maxPageSize } from '../../../../shared/limits.ts';
import { api } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import type { ListPage } from '../../api/queries.ts';
import { listPageSize } from '../library/grid/page-range.ts';
import { draftOf, searchOf, type BookField, type SeriesField, type SmartDraft } from './draft.ts';

/** Page size; each list also requests its first covers. */
const listsPerPage = 30;

/** Number of covers in a preview. */
export const glanceSize = 6;

export const smartListsKey = ['smart-lists'];

export const smartListsQuery = (page: number) =>
  queryOptions({
    queryKey: [...smartListsKey, 'page', page],
    queryFn: ({ signal }) =>
      api.call(listSmartLists, { query: { page, pageSize: listsPerPage }, signal }),
    placeholderData: keepPreviousData,
  });

/** Own and shared lists by name, up to the maximum page size. */
export const everySmartListQuery = () =>
  queryOptions({
    queryKey: [...smartListsKey, 'page', 'every'],
    queryFn: async ({ signal }) =>
      (await api.call(listSmartLists, { query: { pageSize: maxPageSize }, signal })).data,
  });

export const smartListQuery = (id: string) =>
  queryOptions({
    queryKey: [...smartListsKey, 'detail', id],
    queryFn: ({ signal }) => api.call(getSmartList, { params: { id }, signal }),
  });

/** Under the keys of series and books, so that server events invalidate them. */
const pageOf = (list: SmartList, page: number, pageSize: number) => ({
  smart: list.id,
  changed: list.updated_at,
  page,
  pageSize,
});

export const seriesOfSmartList = (
  list: SmartList,
  page: number,
  pageSize = listPageSize,
): ListPage<Series> => ({
  queryKey: keys.seriesPage(pageOf(list, page, pageSize)),
  queryFn: ({ signal }) =>
    api.call(listSeriesOfSmartList, { params: { id: list.id }, query: { page, pageSize }, signal }),
});

export const booksOfSmartList = (
  list: SmartList,
  page: number,
  pageSize = listPageSize,
): ListPage<Book> => ({
  queryKey: keys.bookPage(pageOf(list, page, pageSize)),
  queryFn: ({ signal }) =>
    api.call(listBooksOfSmartList, { params: { id: list.id }, query: { page, pageSize }, signal }),
});

/** All result ids in order, to select records beyond the loaded ones. */
export const idsOfSmartList = async (list: SmartList): Promise<string[]> => {
  const draft = draftOf(list);
  const query = {
    sort: `${list.sort.field},${list.sort.direction}`,
    pageSize: maxIds,
  };
  const { data } =
    list.target === 'series'
      ? await api.call(listSeriesIds, { query, body: searchOf<SeriesField>(draft) })
      : await api.call(listBookIds, { query, body: searchOf<BookField>(draft) });
  return data;
};

export type UnsavedFilter = Pick<SmartDraft, 'target' | 'filter' | 'words' | 'sort'>;

/** Result count and first results of an unsaved filter. */
export const foundQuery = ({ target, filter, words, sort }: UnsavedFilter) => {
  const query = { sort: `${sort.field},${sort.direction}`, pageSize: glanceSize };
  const found = { glance: searchOf({ filter, words }), sort };
  return queryOptions({
    queryKey: target === 'series' ? keys.seriesPage(found) : keys.bookPage(found),
    queryFn: async ({ signal }) =>
      target === 'series'
        ? glanceOf(
            await api.call(filterSeries, {
              query,
              body: searchOf<SeriesField>({ filter, words }),
              signal,
            }),
          )
        : glanceOf(
            await api.call(filterBooks, {
              query,
              body: searchOf<BookField>({ filter, words }),
              signal,
            }),
          ),
    placeholderData: keepPreviousData,
  });
};

/** First results of a saved list. */
export const glanceQuery = (list: SmartList) =>
  queryOptions({
    queryKey: (list.target === 'series' ? keys.seriesPage : keys.bookPage)({
      ...pageOf(list, 1, glanceSize),
      glance: true,
    }),
    queryFn: async (context) =>
      list.target === 'series'
        ? glanceOf(await seriesOfSmartList(list, 1, glanceSize).queryFn(context))
        : glanceOf(await booksOfSmartList(list, 1, glanceSize).queryFn(context)),
  });

const glanceOf = ({ data, total }: { data: readonly { id: string }[]; total: number }) => ({
  ids: data.map(({ id }) => id),
  total,
});
