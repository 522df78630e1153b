import { queryOptions } from '@tanstack/react-query';

import {
  cancelDataMove,
  deletePreviousData,
  getDataDirectory,
  moveDataDirectory,
  restartForDataMove,
} from '../../../../shared/api/data-directory.ts';
import { api } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';

const key = ['data-directory'];
const affected = [key];
const busyMs = 1000;

/** Polls while the data is copied or the server restarts. */
export const dataDirectoryQuery = (restarting: boolean) =>
  queryOptions({
    queryKey: [...key, 'state'],
    staleTime: 0,
    queryFn: ({ signal }) => api.call(getDataDirectory, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && (data.task_id !== null || (restarting && data.next_path !== null))
        ? busyMs
        : false,
  });

export const useMoveData = () =>
  useChange(affected, (path: string) => api.call(moveDataDirectory, { body: { path } }));

export const useCancelMove = () => useChange(affected, () => api.call(cancelDataMove));

export const useRestartForMove = () => useChange(affected, () => api.call(restartForDataMove));

export const useDeletePrevious = () => useChange(affected, () => api.call(deletePreviousData));
