import type { QueryClient } from '@tanstack/react-query';

import { readerKindQuery } from './reader-kind.ts';

/** Loads what is needed to open a book: its reader's code, too. */
export const preloadReader = (bookId: string, client: QueryClient): void => {
  client.query(readerKindQuery(bookId, client)).catch(() => undefined);
};
