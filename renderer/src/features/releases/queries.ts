import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import type { ReleaseState } from '../../../../shared/api/release-record.ts';
import {
  createReleaseSource,
  deleteReleaseSource,
  listReleaseSources,
  pollReleaseSource,
  updateReleaseSource,
  type CreateReleaseSource,
  type UpdateReleaseSource,
} from '../../../../shared/api/release-sources.ts';
import { changeReleases, listReleases } from '../../../../shared/api/releases.ts';
import { maxPageSize } from '../../../../shared/schemas.ts';
import { api } from '../../api/client.ts';
import { reportFailure } from '../../ui/feedback/notify.ts';

const pageSize = 50;

export const releasesQuery = (state: ReleaseState, page: number) =>
  queryOptions({
    queryKey: ['releases', { state, page }],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.call(listReleases, { query: { state, page, pageSize }, signal }),
  });

export const sourcesQuery = () =>
  queryOptions({
    queryKey: ['release-sources'],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await api.call(listReleaseSources, { query: { pageSize: maxPageSize }, signal })).data,
  });

export const useChangeReleases = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: { ids: string[]; state: ReleaseState }) =>
      api.call(changeReleases, { body: change }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['releases'] }),
    onError: reportFailure,
  });
};

const useSourceChange = <Input>(change: (input: Input) => Promise<unknown>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: ['release-sources'] }),
  });
};

export const useCreateSource = () =>
  useSourceChange((body: CreateReleaseSource) => api.call(createReleaseSource, { body }));

export const useUpdateSource = () =>
  useSourceChange(({ id, ...body }: UpdateReleaseSource & { id: string }) =>
    api.call(updateReleaseSource, { params: { id }, body }),
  );

export const useDeleteSource = () =>
  useSourceChange((id: string) => api.call(deleteReleaseSource, { params: { id } }));

export const usePollSource = () =>
  useSourceChange((id: string) => api.call(pollReleaseSource, { params: { id } }));
