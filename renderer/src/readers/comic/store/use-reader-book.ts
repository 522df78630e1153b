import { useQuery } from '@tanstack/react-query';

import { loadOrOpenDownload } from '../../../offline/open-download.ts';
import { readerQuery } from '../../shell/reader-page.ts';
import { loadBook } from './load-book.ts';

/** Loads a book for reading, from the server or this device. */
export const useReaderBook = (bookId: string, listId: string | undefined) =>
  useQuery(
    readerQuery('reader', bookId, listId, (signal) =>
      loadOrOpenDownload(
        bookId,
        signal,
        (patience) => loadBook(bookId, patience, listId),
        (download) => (download.document === undefined ? download : null),
      ),
    ),
  );
