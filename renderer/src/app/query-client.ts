import { QueryClient } from '@tanstack/react-query';

import { AppError } from '../../../shared/errors.ts';

const isFinal = (error: unknown) =>
  error instanceof AppError && error.status >= 400 && error.status < 500 && error.status !== 429;

/**
 * Records stay fresh until an event of the server says otherwise, so nothing polls and going back
 * shows a page at once. An answer that would be the same again is not asked for again.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    // The server may be on this very machine: a browser without a network knows nothing of that.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      staleTime: 60_000,
      gcTime: 10 * 60_000,
      retry: (failures, error) => failures < 2 && !isFinal(error),
      refetchOnWindowFocus: false,
    },
  },
});
