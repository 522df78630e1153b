import { queryOptions } from '@tanstack/react-query';

import type { Book } from '../../../shared/api/book-record.ts';
import { canDownloadBooks, readDownloadedBooks } from './book-store.ts';

/** The books of a series that this device can open without the server, in reading order. */
export const downloadedBooksQuery = (seriesId: string) =>
  queryOptions({
    queryKey: ['kept-books', seriesId],
    queryFn: async (): Promise<Book[]> => {
      const records = canDownloadBooks() ? await readDownloadedBooks() : [];
      return records
        .filter(({ status, book }) => status === 'kept' && book.series_id === seriesId)
        .map(({ book }) => book)
        .sort(inReadingOrder);
    },
    staleTime: 0,
    gcTime: 0,
  });

const inReadingOrder = (first: Book, second: Book): number =>
  (first.number ?? 0) - (second.number ?? 0) ||
  first.title_sort.localeCompare(second.title_sort, undefined, { numeric: true });
