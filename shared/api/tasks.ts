import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { taskEvents } from '../events.ts';
import { byId, listQuery, uuid } from '../schemas.ts';
import { taskSchema, taskStatuses, taskTypes } from './task-record.ts';

const tag = 'Tasks';

export const listTasks = endpoint({
  id: 'listTasks',
  method: 'GET',
  path: '/tasks',
  access: ['tasks-read'],
  tag,
  summary: 'Lists background tasks',
  query: listQuery(
    ['created_at', 'started_at', 'completed_at', 'status', 'task_type'],
    'created_at,desc',
    {
      status: z.enum(taskStatuses).optional().describe('Only tasks of this status'),
      task_type: z.enum(taskTypes).optional().describe('Only tasks of this kind'),
      library_id: uuid.optional(),
    },
  ),
  list: taskSchema,
});

export const taskStatsSchema = z.object({
  pending: z.int(),
  running: z.int(),
  completed: z.int(),
  failed: z.int(),
  cancelled: z.int(),
  total: z.int(),
  by_type: z.record(z.string(), z.int()),
  kinds: z
    .array(
      z.object({
        task_type: z.enum(taskTypes),
        completed: z.int(),
        failed: z.int(),
        cancelled: z.int(),
        attempts: z.int().describe('Number of attempts of all finished tasks'),
        median_seconds: z.number().nullable().describe('Of completed tasks; null without any'),
        p95_seconds: z.number().nullable().describe('95th percentile of completed tasks'),
      }),
    )
    .describe('Finished tasks that are still known, by kind'),
});
export type TaskStats = z.infer<typeof taskStatsSchema>;

export const getTaskStats = endpoint({
  id: 'getTaskStats',
  method: 'GET',
  path: '/tasks/stats',
  access: ['tasks-read'],
  tag,
  summary: 'Task statistics',
  response: taskStatsSchema,
});

export const streamTasks = endpoint({
  id: 'streamTasks',
  method: 'GET',
  path: '/tasks/stream',
  access: ['tasks-read'],
  tag,
  summary: 'Server-Sent Events of task progress',
  stream: taskEvents,
});

export const getTask = endpoint({
  id: 'getTask',
  method: 'GET',
  path: '/tasks/{id}',
  access: ['tasks-read'],
  tag,
  summary: 'Task details',
  params: byId,
  response: taskSchema,
  errors: ['NotFound'],
});

export const cancelTask = endpoint({
  id: 'cancelTask',
  method: 'POST',
  path: '/tasks/{id}/cancel',
  access: ['tasks-write'],
  tag,
  summary: 'Cancels a pending or running task',
  params: byId,
  response: taskSchema,
  errors: ['NotFound', 'Conflict'],
});

/** In the order of the documentation. */
export const taskEndpoints = [listTasks, getTaskStats, streamTasks, getTask, cancelTask] as const;
