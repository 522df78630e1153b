import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { listAddedDays, listRecentlyAddedBooks } from '../../../../shared/api/books.ts';
import { api } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { boundsOfDay, boundsOfMonth, monthOf } from './month.ts';

// Under the keys of books, so that server events invalidate them.

/** The days of a month on which books were added. */
export const addedDaysQuery = (month: string) =>
  queryOptions({
    queryKey: keys.bookPage({ addedIn: month }),
    queryFn: async ({ signal }) => {
      const tz = Intl.DateTimeFormat().resolvedOptions().timeZone;
      const query = { ...boundsOfMonth(month), tz };
      return (await api.call(listAddedDays, { query, signal })).days;
    },
    placeholderData: keepPreviousData,
  });

/** Books shown at once. */
const pageSize = 60;

export const addedBooksQuery = (day: string, page: number) =>
  queryOptions({
    queryKey: keys.bookPage({ addedOn: day, page }),
    queryFn: ({ signal }) =>
      api.call(listRecentlyAddedBooks, {
        query: { ...boundsOfDay(day), page, pageSize },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/** The last month in which a book was added; this one if there are no books. */
export const lastMonthQuery = () =>
  queryOptions({
    queryKey: keys.bookPage({ lastAdded: true }),
    queryFn: async ({ signal }) => {
      const { data } = await api.call(listRecentlyAddedBooks, { query: { pageSize: 1 }, signal });
      const [newest] = data;
      return monthOf(newest === undefined ? new Date() : new Date(newest.created_at));
    },
  });
