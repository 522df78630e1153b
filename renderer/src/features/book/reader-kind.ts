import { queryOptions, type QueryClient } from '@tanstack/react-query';

import { getManifest } from '../../../../shared/api/epub.ts';
import { api } from '../../api/client.ts';
import { bookQuery } from '../../api/queries.ts';
import { readKeptBook } from '../../offline/shelf.ts';
import { isText } from './readable.ts';

/** Which reader shows a book: the one of page images, of texts, or of PDFs. */
export type ReaderKind = 'comic' | 'text' | 'pdf';

/** A book that cannot be asked for is left to the reader of pages, which says why. */
export const readerKindQuery = (bookId: string, client: QueryClient) =>
  queryOptions({
    queryKey: ['reader-kind', bookId],
    queryFn: async ({ signal }): Promise<ReaderKind> => {
      try {
        // Only books of pages are kept on a device.
        if ((await readKeptBook(bookId))?.status === 'kept') return 'comic';
        const book = await client.query({
          ...bookQuery(bookId),
          staleTime: 60_000,
          retry: false,
        });
        if (book.format === 'pdf') return 'pdf';
        if (book.format !== 'epub') return 'comic';
        if (isText(book)) return 'text';
        const { metadata } = await api.call(getManifest, { params: { id: bookId }, signal });
        return metadata.conformsTo.endsWith('/epub') ? 'text' : 'comic';
      } catch {
        return 'comic';
      }
    },
    networkMode: 'always',
    staleTime: 60_000,
    retry: false,
  });
