import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { listEdits } from '../../../../shared/api/edits.ts';
import type { Task, TaskStatus } from '../../../../shared/api/task-record.ts';
import { listTasks } from '../../../../shared/api/tasks.ts';
import { api } from '../../api/client.ts';
import { onServerEvent } from '../../api/events.ts';
import { createRefreshQueue } from '../../api/refresh-queue.ts';

const tasksKey = ['tasks'] as const;
const currentKey = (status: TaskStatus) => [...tasksKey, 'current', status];

/** Limits of the lists; a first scan queues one task per book. */
const currentSize = 50;
const logSize = 50;

/** Tasks with this status, and their number. */
export const currentTasksQuery = (status: 'running' | 'pending') =>
  queryOptions({
    queryKey: currentKey(status),
    staleTime: 0,
    queryFn: ({ signal }) =>
      api.call(listTasks, {
        query: { status, sort: 'created_at,asc', pageSize: currentSize },
        signal,
      }),
  });

export const logStatuses = ['completed', 'failed', 'cancelled'] as const;
export type LogStatus = (typeof logStatuses)[number];

/** Finished tasks, newest first. */
export const taskLogQuery = (status: LogStatus) =>
  infiniteQueryOptions({
    queryKey: [...tasksKey, 'log', status],
    staleTime: 0,
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      api.call(listTasks, {
        query: { status, sort: 'completed_at,desc', page: pageParam, pageSize: logSize },
        signal,
      }),
    getNextPageParam: ({ page, totalPages }) => (page < totalPages ? page + 1 : undefined),
  });

/** Edits of metadata, newest first. */
export const editsQuery = () =>
  infiniteQueryOptions({
    queryKey: ['edits'],
    staleTime: 0,
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      api.call(listEdits, { query: { page: pageParam, pageSize: logSize }, signal }),
    getNextPageParam: ({ page, totalPages }) => (page < totalPages ? page + 1 : undefined),
  });

/** Minimum time between two refreshes (ms). */
const refreshMs = 1000;

/** Keeps the task lists up to date while mounted. */
export const useLiveTasks = (): void => {
  const client = useQueryClient();
  useEffect(() => {
    const queue = createRefreshQueue((batch) => {
      for (const queryKey of batch) void client.invalidateQueries({ queryKey });
    }, refreshMs);
    return onServerEvent('task_progress', ({ task_id, status, progress }) => {
      const queryKey = currentKey('running');
      const known = client.getQueryData<{ data: Task[] }>(queryKey);
      const isShown = known?.data.some(({ id }) => id === task_id) === true;
      if (status !== 'running' || !isShown) {
        queue.add([...tasksKey]);
        return;
      }
      client.setQueryData(queryKey, {
        ...known,
        data: known.data.map((task) => (task.id === task_id ? { ...task, progress } : task)),
      });
    });
  }, [client]);
};
