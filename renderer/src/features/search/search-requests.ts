import type { QueryClient } from '@tanstack/react-query';

import { listPageSize } from '../library/grid/page-range.ts';
import { booksGlance, foundSeriesPage, seriesGlance } from './queries.ts';

/** The series that the text in the address finds, and the numbers of its first tabs. */
export const firstRequests = (client: QueryClient): Promise<unknown>[] => {
  const search = new URLSearchParams(location.search);
  const text = search.get('q') ?? '';
  // The router puts what could be a number into quotes.
  const isReadable = text !== '' && !text.startsWith('"');
  if (!location.pathname.endsWith('/search') || !isReadable || search.has('view')) return [];
  return [
    client.query(foundSeriesPage(text, { page: 1, pageSize: listPageSize })),
    client.query(seriesGlance(text)),
    client.query(booksGlance(text)),
  ];
};
