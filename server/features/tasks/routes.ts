import {
  cancelTask,
  getTask,
  getTaskStats,
  listTasks,
  streamTasks,
} from '../../../shared/api/tasks.ts';
import { route, streamRoute, type Route } from '../../http/api/route.ts';
import type { TasksService } from './service.ts';

export const tasksRoutes = ({ tasks }: { tasks: TasksService }): Route[] => [
  route(listTasks, ({ query }) => tasks.list(query)),
  route(getTaskStats, () => tasks.stats()),
  streamRoute(streamTasks),
  route(getTask, ({ params }) => tasks.get(params.id)),
  route(cancelTask, ({ params }) => tasks.cancel(params.id)),
];
