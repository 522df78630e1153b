import { queryOptions, type QueryKey } from '@tanstack/react-query';

import { getSecondFactor } from '../../../../shared/api/second-factor.ts';
import { api } from '../../api/client.ts';
import { useChange, useInvalidate } from '../../api/use-change.ts';

/** Also whether changes of the account ask for the current password. */
export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  staleTime: 0,
  queryFn: ({ signal }) => api.call(getSecondFactor, { signal }),
});

/** A change of the account that the current password may have to confirm. */
export const useConfirmedChange = <Input, Result>(
  affected: readonly QueryKey[],
  change: (input: Input) => Promise<Result>,
) => {
  const invalidate = useInvalidate();
  // The minutes without a question can be over meanwhile.
  return useChange(affected, change, () => void invalidate([secondFactorQuery.queryKey]));
};
