import { queryOptions } from '@tanstack/react-query';

import { listCompactBooks } from '../../../shared/api/series.ts';
import { maxIds } from '../../../shared/limits.ts';
import { api } from './client.ts';
import { keys } from './keys.ts';

/** Compact records of the books of a series in reading order; at most `maxIds`. */
export const seriesBooksQuery = (id: string) =>
  queryOptions({
    queryKey: keys.seriesBooks(id),
    queryFn: ({ signal }) =>
      api.call(listCompactBooks, { params: { id }, query: { pageSize: maxIds }, signal }),
  });
