import { queryOptions, type QueryClient } from '@tanstack/react-query';

import { hasCode } from '../../../../shared/errors.ts';

export interface ReaderPageProps {
  bookId: string;
  /** 1-indexed; without it the reader resumes at the saved position. */
  startPage?: number;
  /** The reading list that provides the neighbours. */
  listId?: string;
  /** Does not record progress. */
  incognito?: boolean;
  /** Called on unmount with the current page, 1-indexed. */
  onLeave?: (page: number) => void;
  onClose: () => void;
  onOpenBook: (bookId: string) => void;
}

export interface DocumentPageProps extends ReaderPageProps {
  /** A locator as JSON, e.g. of an annotation. */
  startPosition?: string;
}

/** Takes what was loaded of a book out of the readers, which load it again. */
export const resetReaders = (client: QueryClient, bookId: string): Promise<unknown> =>
  Promise.all(readers.map((reader) => client.resetQueries({ queryKey: [reader, bookId] })));

/** The server waits itself, too, before it answers that it still reads the pages of a new book. */
const maxRetries = 20;
const retryMs = 1000;
const isBusy = (error: Error): boolean => hasCode(error, 'ServiceUnavailable');

const readers = ['reader', 'text-reader', 'pdf-reader'] as const;

/**
 * Fetched again on each opening, because another device may have moved the position, and never while
 * the book is open, because that would lay it out again.
 */
export const readerQuery = <Book>(
  reader: (typeof readers)[number],
  id: string,
  listId: string | undefined,
  load: (signal: AbortSignal) => Promise<Book>,
) =>
  queryOptions({
    queryKey: [reader, id, listId],
    queryFn: ({ signal }) => load(signal),
    gcTime: 0,
    staleTime: 'static',
    retry: (failures, error) => isBusy(error) && failures < maxRetries,
    retryDelay: retryMs,
  });
