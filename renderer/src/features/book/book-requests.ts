import type { QueryClient } from '@tanstack/react-query';

import { bookQuery } from '../../api/queries.ts';
import { idInAddress } from '../../ui/layout/id-in-address.ts';

/** The book in the address. */
export const firstRequests = (client: QueryClient): Promise<unknown>[] => {
  const id = idInAddress('book');
  return id === undefined ? [] : [client.query(bookQuery(id))];
};
