import { queryOptions } from '@tanstack/react-query';

import {
  followSeries,
  listFollowedIds,
  unfollowSeries,
} from '../../../../shared/api/followed-series.ts';
import {
  createDestination,
  deleteDestination,
  listDestinations,
  testDestination,
  updateDestination,
  type CreateDestination,
  type UpdateDestination,
} from '../../../../shared/api/notifications.ts';
import { api } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';
import { reportFailure } from '../../ui/feedback/notify.ts';

export const destinationsQuery = () =>
  queryOptions({
    queryKey: ['notification-destinations'],
    staleTime: 0,
    queryFn: async ({ signal }) => (await api.call(listDestinations, { signal })).destinations,
  });

export const followedIdsQuery = () =>
  queryOptions({
    queryKey: ['followed-series'],
    queryFn: async ({ signal }) => new Set((await api.call(listFollowedIds, { signal })).ids),
  });

const affected = [destinationsQuery().queryKey];

export const useCreateDestination = () =>
  useChange(affected, (body: CreateDestination) => api.call(createDestination, { body }));

export const useUpdateDestination = () =>
  useChange(affected, ({ id, ...body }: UpdateDestination & { id: string }) =>
    api.call(updateDestination, { params: { id }, body }),
  );

export const useDeleteDestination = () =>
  useChange(affected, (id: string) => api.call(deleteDestination, { params: { id } }));

export const useTestDestination = () =>
  useChange(affected, (id: string) => api.call(testDestination, { params: { id } }));

export const useFollow = (id: string) =>
  useChange(
    [followedIdsQuery().queryKey],
    (follows: boolean) => api.call(follows ? followSeries : unfollowSeries, { params: { id } }),
    reportFailure,
  );
