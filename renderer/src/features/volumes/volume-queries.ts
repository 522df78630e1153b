import { queryOptions } from '@tanstack/react-query';

import { listVolumes } from '../../../../shared/api/volumes.ts';
import { maxPageSize } from '../../../../shared/limits.ts';
import { api } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';

/** The volumes of a series; whatever changes its books makes them stale. */
export const volumesQuery = (seriesId: string) =>
  queryOptions({
    queryKey: [...keys.seriesBooks(seriesId), 'volumes'],
    queryFn: async ({ signal }) => {
      const query = { pageSize: maxPageSize };
      return (await api.call(listVolumes, { params: { id: seriesId }, query, signal })).data;
    },
  });
