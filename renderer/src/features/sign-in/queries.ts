import { queryOptions } from '@tanstack/react-query';

import { getSetupStatus } from '../../../../shared/api/setup.ts';
import { api } from '../../api/client.ts';

/** Ways to sign in or register that the server offers to visitors. */
export const setupStatusQuery = queryOptions({
  queryKey: ['setup-status'],
  queryFn: ({ signal }) => api.call(getSetupStatus, { signal }),
});
