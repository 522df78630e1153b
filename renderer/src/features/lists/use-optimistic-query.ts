import {
  useQuery,
  useQueryClient,
  type QueryKey,
  type UseQueryOptions,
} from '@tanstack/react-query';
import { useState } from 'react';

/**
 * A query whose data changes on the screen first. It is not refetched until the last change is saved, because a
 * response to the one before would take back the later ones for a moment.
 */
export const useOptimisticQuery = <Data, Key extends QueryKey>(
  query: UseQueryOptions<Data, Error, Data, Key> & { queryKey: Key },
) => {
  const client = useQueryClient();
  const [pending, setPending] = useState(0);
  const result = useQuery({
    ...query,
    enabled: ({ state }) => pending === 0 || state.data === undefined,
  });
  const change = async (shown: (data: Data) => Data, save: () => Promise<unknown>) => {
    setPending((count) => count + 1);
    try {
      await client.cancelQueries({ queryKey: query.queryKey });
      client.setQueryData<Data>(query.queryKey, (known) =>
        known === undefined ? known : shown(known),
      );
      await save();
    } finally {
      setPending((count) => count - 1);
    }
  };
  return { result, change };
};
