import type { QueryClient } from '@tanstack/react-query';

import { seriesQuery } from '../../api/queries.ts';
import { seriesBooksQuery } from '../../api/series-books-query.ts';
import { idInAddress } from '../../ui/layout/id-in-address.ts';

/** The series in the address, and its books. */
export const firstRequests = (client: QueryClient): Promise<unknown>[] => {
  const id = idInAddress('series');
  return id === undefined
    ? []
    : [client.query(seriesQuery(id)), client.query(seriesBooksQuery(id))];
};
