import { useQuery } from '@tanstack/react-query';

import type { Book } from '../../../shared/api/book-record.ts';
import { useIsLost } from '../api/connection-store.ts';
import { bookQuery } from '../api/queries.ts';
import { readDownloadedBook } from './book-store.ts';

interface Neighbour {
  /** Undefined while it is loading, and if it cannot be loaded. */
  book: Book | undefined;
  isLoading: boolean;
  /** The server is lost, and this device has no copy. */
  isAway: boolean;
}

/** The previous or next book: from the server, or from this device while the server is lost. */
export const useNeighbour = (id: string | null): Neighbour => {
  const lost = useIsLost();
  const asked = useQuery({ ...bookQuery(id ?? ''), enabled: id !== null && !lost });
  const kept = useQuery({
    queryKey: ['kept-book', id],
    queryFn: async () => {
      const record = await readDownloadedBook(id ?? '');
      return record?.status === 'kept' ? record.book : null;
    },
    enabled: id !== null && lost,
    staleTime: 0,
    gcTime: 0,
  });
  return {
    book: asked.data ?? kept.data ?? undefined,
    isLoading: lost ? kept.isPending : asked.isPending,
    isAway: lost && kept.data === null,
  };
};
