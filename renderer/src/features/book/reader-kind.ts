import { queryOptions, type QueryClient } from '@tanstack/react-query';

import { type BookFormat, isEbook } from '../../../../shared/api/book-record.ts';
import { getManifest } from '../../../../shared/api/epub.ts';
import { hasCode } from '../../../../shared/errors.ts';
import { api } from '../../api/client.ts';
import { bookQuery } from '../../api/queries.ts';
import { useSession } from '../../api/session-store.ts';
import { readDownloadedBook } from '../../offline/book-store.ts';
import type { ReadingScope } from '../../readers/settings/choices.ts';
import { isText } from './readable.ts';
import { preloadReaderCode, type ReaderKind } from './reader-code.ts';

/** Data needed to choose a reader. */
export interface ReaderChoice {
  /** The recommended reader. */
  kind: ReaderKind;
  /** Scope to look up the user's choice; null if only one reader supports the book. */
  scope: ReadingScope | null;
}

/** If the book cannot be loaded, the comic reader is used and shows the error. */
export const readerKindQuery = (bookId: string, client: QueryClient) =>
  queryOptions({
    queryKey: ['reader-kind', bookId],
    queryFn: async ({ signal }): Promise<ReaderChoice> => {
      try {
        const download = await readDownloadedBook(bookId);
        if (download?.status === 'kept') {
          const { document, book } = download;
          if (document?.kind !== 'pdf') return only(document?.kind ?? 'comic');
          return {
            kind: 'pdf',
            scope: { libraryId: book.library_id, seriesId: book.series_id, bookId },
          };
        }
        const book = await client.query({
          ...bookQuery(bookId),
          staleTime: 60_000,
          retry: false,
        });
        // The usual one, beside the requests that decide.
        preloadReaderCode(usualReader(book.format));
        if (isText(book)) return only('text');
        if (!isEbook(book.format) && book.format !== 'pdf') return only('comic');
        const { metadata } = await api.call(getManifest, { params: { id: bookId }, signal });
        if (isEbook(book.format)) {
          return only(metadata.conformsTo.endsWith('/epub') ? 'text' : 'comic');
        }
        // The PDF reader reads the file itself.
        if (!canReadFiles()) return only('comic');
        const isTextual = metadata.accessibility?.accessMode.includes('textual') === true;
        return {
          kind: isTextual ? 'pdf' : 'comic',
          scope: { libraryId: book.library_id, seriesId: book.series_id, bookId },
        };
      } catch (error) {
        // Asked again after the sign-in; otherwise a text would open in the wrong reader.
        if (hasCode(error, 'Unauthorized')) throw error;
        return only('comic');
      }
    },
    networkMode: 'always',
    staleTime: 60_000,
    retry: false,
  });

const usualReader = (format: BookFormat): ReaderKind =>
  isEbook(format) ? 'text' : format === 'pdf' ? 'pdf' : 'comic';

const canReadFiles = (): boolean => {
  const session = useSession.getState();
  return session.status === 'signed-in' && session.user.permissions.includes('books-download');
};

const only = (kind: ReaderKind): ReaderChoice => ({ kind, scope: null });
