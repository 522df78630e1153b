import { queryOptions } from '@tanstack/react-query';

import { listBooksOfSeries } from '../../../shared/api/series.ts';
import { maxPageSize } from '../../../shared/limits.ts';
import { api } from './client.ts';
import { keys } from './keys.ts';

/** Maximum pages of a series' books. */
const maxSeriesPages = 20;

/** The books of a series in reading order, limited to the first 10,000. */
export const seriesBooksQuery = (id: string) =>
  queryOptions({
    queryKey: keys.seriesBooks(id),
    queryFn: async ({ signal }) => {
      const read = (page: number) =>
        api.call(listBooksOfSeries, {
          params: { id },
          query: { page, pageSize: maxPageSize },
          signal,
        });
      const first = await read(1);
      const books = [...first.data];
      for (let page = 2; books.length < first.total && page <= maxSeriesPages; page += 1) {
        books.push(...(await read(page)).data);
      }
      return { ...first, data: books };
    },
  });
