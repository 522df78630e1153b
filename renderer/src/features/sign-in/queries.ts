import { queryOptions } from '@tanstack/react-query';

import { getSetupStatus } from '../../../../shared/api/setup.ts';
import { api } from '../../api/client.ts';
import { sendPendingSignOut } from '../../api/pending-sign-out.ts';

/** Ways to sign in or register that the server offers to visitors. */
export const setupStatusQuery = queryOptions({
  queryKey: ['setup-status'],
  queryFn: ({ signal }) => api.call(getSetupStatus, { signal }),
});

/** Tells the server of a session that was ended while it could not be reached, as soon as it can. */
export const unendedSessionQuery = queryOptions({
  queryKey: ['unended-session'],
  queryFn: ({ signal }) => sendPendingSignOut(signal),
  retry: true,
  retryDelay: 5000,
  staleTime: 0,
  gcTime: 0,
});
