import { QueryClient } from '@tanstack/react-query';

import { AppError } from '../../../shared/errors.ts';

const isFinal = (error: unknown) =>
  error instanceof AppError && error.status >= 400 && error.status < 500 && error.status !== 429;

/**
 * Server events invalidate queries, so few pages poll and going back shows a page at once. Errors
 * that would recur are not retried.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    // The server may run on this machine, where a browser without a network connection still
    // reaches it.
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
