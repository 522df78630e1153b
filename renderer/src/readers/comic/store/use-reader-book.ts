import { useQuery } from '@tanstack/react-query';

import { loadOrOpenDownload, replaceOutdatedDownload } from '../../../offline/open-download.ts';
import { readerQuery } from '../../shell/reader-page.ts';
import { loadBook } from './load-book.ts';

/** Loads a book for reading, from the server or this device. */
export const useReaderBook = (bookId: string, listId: string | undefined) =>
  useQuery(
    readerQuery('reader', bookId, listId, (signal) =>
      loadOrOpenDownload(
        bookId,
        signal,
        async (patience) => replaceOutdatedDownload(await loadBook(bookId, patience, listId)),
        (download) => (download.document === undefined ? download : null),
      ),
    ),
  );
