import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import {
  cancelDataMove,
  deletePreviousData,
  getDataDirectory,
  moveDataDirectory,
  restartForDataMove,
} from '../../../../shared/api/data-directory.ts';
import { getTask } from '../../../../shared/api/tasks.ts';
import { api } from '../../api/client.ts';

const key = ['data-directory'];
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

/** The copy task. */
export const moveTaskQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, 'task', id],
    staleTime: 0,
    queryFn: ({ signal }) => api.call(getTask, { params: { id }, signal }),
    refetchInterval: busyMs,
  });

const useChange = <Input, Result>(change: (input: Input) => Promise<Result>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => void client.invalidateQueries({ queryKey: key }),
  });
};

export const useMoveData = () =>
  useChange((path: string) => api.call(moveDataDirectory, { body: { path } }));

export const useCancelMove = () => useChange<undefined, undefined>(() => api.call(cancelDataMove));

export const useRestartForMove = () =>
  useChange<undefined, { restarting: boolean }>(() => api.call(restartForDataMove));

export const useDeletePrevious = () =>
  useChange<undefined, undefined>(() => api.call(deletePreviousData));
