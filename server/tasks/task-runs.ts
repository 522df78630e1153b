import type { Logger } from 'pino';

import type { Task } from '../../shared/api/task-record.ts';
import { whenUnlocked, type WriteLock } from '../database/write-lock.ts';
import { createThrottle } from '../lib/throttle.ts';
import type { QueuedTask, RunnableTask, TaskStore } from './store.ts';
import { TaskFailure, type TaskContext, type TaskHandlers, type TaskLane } from './task-types.ts';

/** How often a task is tried. */
export const maxAttempts = 3;
/** Shortest time between two events about progress, ms. */
export const publishMs = 250;
const saveMs = 1000;

export interface TaskRun {
  task: RunnableTask;
  controller: AbortController;
  /** The reason for stopping it. */
  ending: 'cancel' | 'preempted' | 'stop' | null;
  done: Promise<void>;
}

/**
 * The running tasks, one per lane: starts their handlers, publishes and saves their progress, and
 * writes how they end.
 */
export const createTaskRuns = ({
  store,
  log,
  writeLock,
  retryMs,
  publish,
  onRetry,
  onEnd,
}: {
  store: TaskStore;
  log: Pick<Logger, 'warn' | 'error'>;
  writeLock: WriteLock;
  retryMs: number;
  publish: (task: Task) => void;
  /** Called with a failed task that has to rest this long before it is tried again, ms. */
  onRetry: (id: string, milliseconds: number) => void;
  /** Called when the end of a task is written and its lane is free. */
  onEnd: (id: string) => void;
}) => {
  const running = new Map<TaskLane, TaskRun>();

  const begin = (lane: TaskLane, { task, payload, attempts }: QueuedTask, all: TaskHandlers) => {
    store.start(task.id);
    const run: TaskRun = {
      task: { ...task, status: 'running' },
      controller: new AbortController(),
      ending: null,
      done: Promise.resolve(),
    };
    running.set(lane, run);
    const publisher = createThrottle(publishMs, () => publish(run.task));
    const save = () => {
      if (running.get(lane) !== run) return;
      try {
        store.saveProgress(task.id, run.task.progress);
      } catch (error) {
        // The disk is full: the task fails as well, and its end is written once there is space.
        log.warn({ err: error, task_id: task.id }, 'progress of a task not saved');
      }
    };
    const saver = createThrottle(saveMs, () => whenUnlocked(writeLock, save));
    publisher.request();
    const context: TaskContext = {
      task: run.task,
      payload,
      signal: run.controller.signal,
      progress(current, total, message) {
        if (running.get(lane) !== run) return;
        run.task.progress = { current, total, message };
        publisher.request();
        saver.request();
      },
    };
    const handler = all[task.task_type] as (context: TaskContext) => Promise<void>;
    let unsaved: NodeJS.Timeout | undefined;
    const settle = async (failure: { error: unknown } | null): Promise<void> => {
      clearTimeout(unsaved);
      publisher.cancel();
      saver.cancel();
      await writeLock();
      // Abandoned by `stop`: the database can be closed already.
      if (running.get(lane) !== run) return;
      try {
        store.saveProgress(task.id, run.task.progress);
        conclude(run, attempts + 1, failure);
      } catch (error) {
        log.error({ err: error, task_id: task.id }, 'end of a task not saved');
        unsaved = setTimeout(() => void settle(failure), retryMs).unref();
        return;
      }
      running.delete(lane);
      onEnd(task.id);
    };
    run.done = handler(context)
      .then(
        () => settle(null),
        (error: unknown) => settle({ error }),
      )
      .catch((error: unknown) =>
        log.error({ err: error, task_id: task.id }, 'task state not saved'),
      );
  };

  /** Writes the outcome of a run. */
  const conclude = (
    { task, ending }: TaskRun,
    attempts: number,
    failure: { error: unknown } | null,
  ) => {
    const { id, task_type } = task;
    if (!failure) {
      store.finish(id, 'completed', null);
    } else if (ending === 'cancel') {
      store.finish(id, 'cancelled', null);
    } else if (ending) {
      store.requeue(id, { counts: false });
    } else {
      const { error } = failure;
      log.warn({ err: error, task_id: id, task_type, attempts }, 'task failed');
      if (error instanceof TaskFailure || attempts >= maxAttempts) {
        store.finish(id, 'failed', error instanceof Error ? error.message : String(error));
      } else {
        store.requeue(id, { counts: true });
        onRetry(id, retryMs * attempts);
      }
    }
  };

  return {
    begin,
    of: (lane: TaskLane): TaskRun | undefined => running.get(lane),
    all: (): TaskRun[] => [...running.values()],

    breakOff(run: TaskRun, ending: NonNullable<TaskRun['ending']>, reason: string): void {
      // A cancellation is never downgraded to a postponement.
      if (run.ending !== 'cancel') run.ending = ending;
      run.controller.abort(new Error(reason));
    },

    /** Requeues the tasks that have not reacted to a shutdown; their ends are no longer written. */
    abandon(): void {
      try {
        for (const { task } of running.values()) store.requeue(task.id, { counts: false });
      } catch (error) {
        // The next start finds them still running, and requeues them.
        log.error({ err: error }, 'tasks not given back');
      }
      running.clear();
    },
  };
};
