import { keepPreviousData, queryOptions } from '@tanstack/react-query';

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
import { maxPageSize } from '../../../../shared/limits.ts';
import { api } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';
import { reportFailure } from '../../ui/feedback/notify.ts';

const pageSize = 50;

/** Filters of the list of releases. */
export interface ReleaseFilter {
  state: ReleaseState;
  libraryId?: string | undefined;
  language?: string | undefined;
  /** Part of the name of the series. */
  seriesTitle?: string | undefined;
}

export const releasesQuery = (filter: ReleaseFilter, page: number) =>
  queryOptions({
    queryKey: ['releases', { ...filter, page }],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.call(listReleases, { query: { ...filter, page, pageSize }, signal }),
  });

export const sourcesQuery = () =>
  queryOptions({
    queryKey: ['release-sources'],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await api.call(listReleaseSources, { query: { pageSize: maxPageSize }, signal })).data,
  });

export const useChangeReleases = () =>
  useChange(
    [['releases']],
    (body: { ids: string[]; state: ReleaseState }) => api.call(changeReleases, { body }),
    reportFailure,
  );

const affected = [['release-sources']];

export const useCreateSource = () =>
  useChange(affected, (body: CreateReleaseSource) => api.call(createReleaseSource, { body }));

export const useUpdateSource = () =>
  useChange(affected, ({ id, ...body }: UpdateReleaseSource & { id: string }) =>
    api.call(updateReleaseSource, { params: { id }, body }),
  );

export const useDeleteSource = () =>
  useChange(affected, (id: string) => api.call(deleteReleaseSource, { params: { id } }));

export const usePollSource = () =>
  useChange(affected, (id: string) => api.call(pollReleaseSource, { params: { id } }));
