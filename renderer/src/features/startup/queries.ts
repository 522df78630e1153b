import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { getStartup, setPort } from '../../../../shared/api/system.ts';
import { api } from '../../api/client.ts';

export const startupQuery = () =>
  queryOptions({
    queryKey: ['startup'],
    // Not cached: the file can be edited by hand.
    staleTime: 0,
    queryFn: ({ signal }) => api.call(getStartup, { signal }),
  });

export const useSetPort = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (port: number) => api.call(setPort, { body: { port } }),
    onSuccess: (changed) => client.setQueryData(startupQuery().queryKey, changed),
  });
};
