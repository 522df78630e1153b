import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import {
  dismissDuplicates,
  findDuplicates,
  listDuplicates,
} from '../../../../shared/api/duplicates.ts';
import { api } from '../../api/client.ts';
import { reportFailure } from '../../ui/notify.ts';

const key = ['duplicates'];
const pageSize = 20;
/** A search for duplicates that runs adds groups, ms. */
const againMs = 5000;

export const duplicatesQuery = (page: number) =>
  queryOptions({
    queryKey: [...key, page],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.call(listDuplicates, { query: { page, pageSize }, signal }),
    refetchInterval: againMs,
  });

export const useFindDuplicates = () =>
  useMutation({ mutationFn: () => api.call(findDuplicates), onError: reportFailure });

export const useDismissDuplicates = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.call(dismissDuplicates, { params: { id } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: key });
      await client.invalidateQueries({ queryKey: ['health'] });
    },
    onError: reportFailure,
  });
};
