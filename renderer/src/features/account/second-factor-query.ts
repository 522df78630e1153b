import { queryOptions } from '@tanstack/react-query';

import { getSecondFactor } from '../../../../shared/api/second-factor.ts';
import { api } from '../../api/client.ts';

/** Also whether changes of the account ask for the current password. */
export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  staleTime: 0,
  queryFn: ({ signal }) => api.call(getSecondFactor, { signal }),
});
