import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import type { TaskStatus, TaskType } from '../../../../shared/api/task-record.ts';
import { cancelTask, getTask, getTaskStats, listTasks } from '../../../../shared/api/tasks.ts';
import { api } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';
import { reportFailure } from '../../ui/feedback/notify.ts';

export interface TaskView {
  status?: TaskStatus | undefined;
  type?: TaskType | undefined;
  /** 1-indexed. */
  page: number;
}

/** Polling intervals while tasks run, and otherwise (ms). */
const busyMs = 1500;
const calmMs = 10_000;
/** While the progress of one task is shown. */
const progressMs = 700;

const pageSize = 50;

export const taskStatsQuery = () =>
  queryOptions({
    queryKey: ['tasks', 'stats'],
    staleTime: 0,
    queryFn: ({ signal }) => api.call(getTaskStats, { signal }),
    refetchInterval: ({ state }) =>
      (state.data?.running ?? 0) + (state.data?.pending ?? 0) > 0 ? busyMs : calmMs,
  });

export const tasksQuery = ({ status, type, page }: TaskView, busy: boolean) =>
  queryOptions({
    queryKey: ['tasks', 'page', { status, type, page }],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.call(listTasks, { query: { status, task_type: type, page, pageSize }, signal }),
    refetchInterval: busy ? busyMs : calmMs,
  });

/** A task, until it has ended. */
export const taskQuery = (id: string | null) =>
  queryOptions({
    queryKey: ['tasks', 'one', id],
    staleTime: 0,
    enabled: id !== null,
    queryFn: ({ signal }) => api.call(getTask, { params: { id: id ?? '' }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data === undefined || data.completed_at === null ? progressMs : false,
  });

export const useCancelTask = () =>
  useChange([['tasks']], (id: string) => api.call(cancelTask, { params: { id } }), reportFailure);
