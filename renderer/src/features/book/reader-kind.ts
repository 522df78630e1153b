import { queryOptions, type QueryClient } from '@tanstack/react-query';

import { getManifest } from '../../../../shared/api/epub.ts';
import { api } from '../../api/client.ts';
import { bookQuery } from '../../api/queries.ts';
import { readKeptBook } from '../../offline/shelf.ts';
import type { ReadingScope } from '../../reading-settings/choices.ts';
import { isText } from './readable.ts';

/** Which reader shows a book: the one of page images, of texts, or of PDFs. */
export type ReaderKind = 'comic' | 'text' | 'pdf';

/** What is known of a book before it is opened. */
export interface ReaderChoice {
  /** The reader that suits it. */
  kind: ReaderKind;
  /** Where what the person chose is looked up; null for a book that only one reader can show. */
  scope: ReadingScope | null;
}

/** A book that cannot be asked for is left to the reader of pages, which says why. */
export const readerKindQuery = (bookId: string, client: QueryClient) =>
  queryOptions({
    queryKey: ['reader-kind', bookId],
    queryFn: async ({ signal }): Promise<ReaderChoice> => {
      try {
        // Only books of pages are kept on a device.
        if ((await readKeptBook(bookId))?.status === 'kept') return only('comic');
        const book = await client.query({
          ...bookQuery(bookId),
          staleTime: 60_000,
          retry: false,
        });
        if (isText(book)) return only('text');
        if (book.format !== 'epub' && book.format !== 'pdf') return only('comic');
        const { metadata } = await api.call(getManifest, { params: { id: bookId }, signal });
        if (book.format === 'epub') {
          return only(metadata.conformsTo.endsWith('/epub') ? 'text' : 'comic');
        }
        const isTextual = metadata.accessibility?.accessMode.includes('textual') === true;
        return {
          kind: isTextual ? 'pdf' : 'comic',
          scope: { libraryId: book.library_id, seriesId: book.series_id },
        };
      } catch {
        return only('comic');
      }
    },
    networkMode: 'always',
    staleTime: 60_000,
    retry: false,
  });

const only = (kind: ReaderKind): ReaderChoice => ({ kind, scope: null });
