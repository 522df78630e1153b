import type { Task } from '../../../shared/api/task-record.ts';
import type { TaskStats } from '../../../shared/api/tasks.ts';
import { notFound } from '../../../shared/errors.ts';
import type { ListPage } from '../../database/json.ts';
import { redactPaths } from '../../lib/redact-paths.ts';
import type { TaskQueue } from '../../tasks/types.ts';
import type { TaskQuery, TasksStore } from './store.ts';

export interface TasksService {
  list(query: TaskQuery): ListPage<Task>;
  stats(): TaskStats;
  get(id: string): Task;
  /** Undefined if the task is forgotten. */
  status(id: string): Task['status'] | undefined;
  /** Resolves when a running task has stopped. Throws Conflict for a finished one. */
  cancel(id: string): Promise<Task>;
  /** The task for people who do not see where folders are. */
  redactPaths(task: Task): Task;
}

export const createTasksService = ({
  store,
  queue,
}: {
  store: TasksStore;
  queue: Pick<TaskQueue, 'cancel'>;
}): TasksService => {
  const get = (id: string): Task => {
    const task = store.get(id);
    if (!task) throw notFound('Task', id);
    return task;
  };
  return {
    list: (query) => store.list(query),
    stats: () => store.stats(),
    get,
    status: (id) => store.get(id)?.status,
    async cancel(id) {
      get(id);
      await queue.cancel(id);
      return get(id);
    },
    redactPaths: ({ error, ...task }) => {
      const library = task.library_id === null ? undefined : store.library(task.library_id);
      return { ...task, error: error === null ? null : redactPaths(error, library) };
    },
  };
};
