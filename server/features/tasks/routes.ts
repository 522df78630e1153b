import type { Task } from '../../../shared/api/task-record.ts';
import {
  cancelTask,
  getTask,
  getTaskStats,
  listTasks,
  streamTasks,
} from '../../../shared/api/tasks.ts';
import { itemsOf } from '../../database/json.ts';
import { type Caller, seesFolders } from '../../http/api/caller.ts';
import { route, streamRoute, type Route } from '../../http/api/route.ts';
import type { TasksService } from './service.ts';

export const tasksRoutes = ({ tasks }: { tasks: TasksService }): Route[] => {
  const shownTo = (caller: Caller, task: Task): Task =>
    seesFolders(caller) ? task : tasks.redactPaths(task);
  return [
    route(listTasks, ({ caller, query }) => {
      const page = tasks.list(query);
      if (seesFolders(caller)) return page;
      return { data: itemsOf(page).map(tasks.redactPaths), total: page.total };
    }),
    route(getTaskStats, () => tasks.stats()),
    streamRoute(streamTasks),
    route(getTask, ({ caller, params }) => shownTo(caller, tasks.get(params.id))),
    route(cancelTask, async ({ caller, params }) => shownTo(caller, await tasks.cancel(params.id))),
  ];
};
