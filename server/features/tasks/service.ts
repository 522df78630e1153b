import type { Task } from '../../../shared/api/task-record.ts';
import type { TaskStats } from '../../../shared/api/tasks.ts';
import { notFound } from '../../../shared/errors.ts';
import type { Listing } from '../../database/json.ts';
import type { TaskQueue } from '../../tasks/queue.ts';
import type { TaskQuery, TasksStore } from './store.ts';

export interface TasksService {
  list(query: TaskQuery): Listing<Task>;
  stats(): TaskStats;
  get(id: string): Task;
  /** Resolves when a running task has stopped. Throws Conflict for one that is finished. */
  cancel(id: string): Promise<Task>;
}

export const createTasksService = ({
  store,
  queue,
}: {
  store: TasksStore;
  queue: Pick<TaskQueue, 'cancel'>;
}): TasksService => ({
  list: (query) => store.list(query),
  stats: () => store.stats(),
  get: (id) => {
    const task = store.get(id);
    if (!task) throw notFound('Task', id);
    return task;
  },
  cancel: (id) => queue.cancel(id),
});
