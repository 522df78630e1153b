import { queryOptions } from '@tanstack/react-query';

import { getHealthCounts } from '../../../../shared/api/health.ts';
import { api } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';

/** Polling interval (ms), because scans and analyses add and resolve issues. */
const againMs = 30_000;

/** For every page: the sidebar shows the number of problems. */
export const healthCountsQuery = () =>
  queryOptions({
    queryKey: [...keys.health, 'counts'],
    queryFn: ({ signal }) => api.call(getHealthCounts, { signal }),
    refetchInterval: againMs,
  });
