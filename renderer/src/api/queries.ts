import { queryOptions } from '@tanstack/react-query';

import {
  getBook,
  listBooksInProgress,
  listBooksOnDeck,
  listRecentlyAddedBooks,
  listRecentlyReadBooks,
} from '../../../shared/api/books.ts';
import { listLibraries } from '../../../shared/api/libraries.ts';
import { getScanStatus } from '../../../shared/api/scans.ts';
import { getSeries, listRecentlyAddedSeries } from '../../../shared/api/series.ts';
import type { Paginated } from '../../../shared/endpoint.ts';
import { maxPageSize } from '../../../shared/limits.ts';
import { api } from './client.ts';
import { cacheRecentBook } from './recent-book.ts';
import { keys } from './keys.ts';

/** Maximum number of entries on a shelf of the home page. */
const shelfSize = 20;

export const librariesQuery = () =>
  queryOptions({
    queryKey: keys.libraries,
    queryFn: async ({ signal }) =>
      (await api.call(listLibraries, { query: { pageSize: maxPageSize }, signal })).data,
  });

/** One page of a long list, for `useWindowedList`. */
export interface ListPage<T> {
  queryKey: readonly unknown[];
  queryFn: (context: { signal: AbortSignal }) => Promise<Paginated<T>>;
}

export const continueShelf = () =>
  queryOptions({
    queryKey: keys.bookShelf('continue'),
    queryFn: ({ signal }) =>
      api.call(listBooksInProgress, { query: { pageSize: shelfSize }, signal }),
  });

export const onDeckShelf = () =>
  queryOptions({
    queryKey: keys.bookShelf('on-deck'),
    queryFn: ({ signal }) => api.call(listBooksOnDeck, { query: { pageSize: shelfSize }, signal }),
  });

/** Finished books, latest first. */
export const finishedShelf = () =>
  queryOptions({
    queryKey: keys.bookShelf('finished'),
    queryFn: async ({ signal }) => {
      // The server lists all recently read books, including unfinished ones: fetch more, then
      // filter.
      const query = { pageSize: 3 * shelfSize };
      const page = await api.call(listRecentlyReadBooks, { query, signal });
      const finished = page.data.filter(({ progress }) => progress?.is_completed === true);
      return { ...page, data: finished.slice(0, shelfSize) };
    },
  });

export const newBooksShelf = () =>
  queryOptions({
    queryKey: keys.bookShelf('new'),
    queryFn: ({ signal }) =>
      api.call(listRecentlyAddedBooks, { query: { pageSize: shelfSize }, signal }),
  });

export const newSeriesShelf = () =>
  queryOptions({
    queryKey: keys.seriesShelf('new'),
    queryFn: ({ signal }) =>
      api.call(listRecentlyAddedSeries, { query: { pageSize: shelfSize }, signal }),
  });

export const seriesQuery = (id: string) =>
  queryOptions({
    queryKey: keys.seriesDetail(id),
    queryFn: ({ signal }) => api.call(getSeries, { params: { id }, signal }),
  });

export const bookQuery = (id: string) =>
  queryOptions({
    queryKey: keys.bookDetail(id),
    queryFn: async ({ signal }) => {
      const askedAt = Date.now();
      return cacheRecentBook(await api.call(getBook, { params: { id }, signal }), askedAt);
    },
  });

export const scanStatusQuery = (libraryId: string) =>
  queryOptions({
    queryKey: keys.scanStatus(libraryId),
    queryFn: ({ signal }) => api.call(getScanStatus, { params: { id: libraryId }, signal }),
  });
