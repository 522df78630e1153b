import type { Logger } from 'pino';

import type { Task } from '../../shared/api/task-record.ts';
import { AppError, notFound } from '../../shared/errors.ts';
import type { EventBus } from '../lib/event-bus.ts';
import type { Database } from '../database/types.ts';
import {
  taskRules,
  lanes,
  TaskFailure,
  type TaskLane,
  type TaskContext,
  type TaskHandlers,
  type TaskKind,
} from './task-types.ts';
import { createTaskStore, type QueuedTask, type RunnableTask } from './store.ts';
import { createThrottle } from '../lib/throttle.ts';
import { withTimeout } from '../lib/with-timeout.ts';
import type { TaskQueue } from './types.ts';

const maxAttempts = 3;
const publishMs = 250;
const saveMs = 1000;
interface Run {
  task: RunnableTask;
  controller: AbortController;
  /** The reason for stopping it. */
  ending: 'cancel' | 'preempted' | 'stop' | null;
  done: Promise<void>;
}

/**
 * The queue of background tasks, persisted in the `tasks` table. Each lane runs one task at a time,
 * the most urgent first.
 */
export const createTaskQueue = ({
  database,
  bus,
  log,
  retryMs = 2000,
  patienceMs = 5000,
}: {
  database: Database;
  bus: EventBus;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Delay before a failed task is retried, ms. */
  retryMs?: number;
  /** How long cancelling and stopping wait for a task to react, ms. */
  patienceMs?: number;
}): TaskQueue => {
  const store = createTaskStore(database);
  const running = new Map<TaskLane, Run>();
  const paused = new Set<TaskLane>();
  const resting = new Map<string, NodeJS.Timeout>();
  const held = new Set<string>();
  let handlers: TaskHandlers | null = null;
  let wakeup: NodeJS.Immediate | undefined;
  let later: NodeJS.Timeout | undefined;

  const publish = (task: Task) => {
    const { id, task_type, status, progress } = task;
    bus.emit('task_progress', { task_id: id, task_type, status, progress: { ...progress } });
  };
  const announceActivity = createThrottle(publishMs, () =>
    bus.emit('task_queue_changed', store.activity()),
  );
  const stored = (id: string): Task => {
    const found = store.get(id);
    if (!found) throw notFound('Task', id);
    return found.task;
  };

  /**
   * Schedules the next task after the current turn of the event loop, so that callers can finish
   * their writes.
   */
  const wake = () => {
    if (!handlers || wakeup) return;
    wakeup = setImmediate(() => {
      wakeup = undefined;
      try {
        for (const lane of lanes) {
          if (!handlers || running.has(lane) || paused.has(lane)) continue;
          const next = store.next(kindsOf[lane], [...resting.keys(), ...held]);
          if (next) begin(lane, next, handlers);
        }
      } catch (error) {
        log.error({ err: error }, 'task not started');
        clearTimeout(later);
        later = setTimeout(wake, retryMs).unref();
      }
    });
  };

  const begin = (lane: TaskLane, { task, payload, attempts }: QueuedTask, all: TaskHandlers) => {
    store.start(task.id);
    const run: Run = {
      task: { ...task, status: 'running' },
      controller: new AbortController(),
      ending: null,
      done: Promise.resolve(),
    };
    running.set(lane, run);
    const publisher = createThrottle(publishMs, () => publish(run.task));
    const saver = createThrottle(saveMs, () => {
      try {
        store.saveProgress(task.id, run.task.progress);
      } catch (error) {
        // The disk is full: the task fails as well, and its end is written once there is space.
        log.warn({ err: error, task_id: task.id }, 'progress of a task not saved');
      }
    });
    publisher.request();
    const context: TaskContext = {
      task: run.task,
      payload: payload,
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
    const settle = (failure: { error: unknown } | null) => {
      clearTimeout(unsaved);
      publisher.cancel();
      saver.cancel();
      // Abandoned by `stop`: the database can be closed already.
      if (running.get(lane) !== run) return;
      try {
        store.saveProgress(task.id, run.task.progress);
        conclude(run, attempts + 1, failure);
      } catch (error) {
        log.error({ err: error, task_id: task.id }, 'end of a task not saved');
        unsaved = setTimeout(() => settle(failure), retryMs).unref();
        return;
      }
      running.delete(lane);
      const ended = stored(task.id);
      publish(ended);
      if (isFinished(ended)) announceActivity.request();
      wake();
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
    { task, ending }: Run,
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
        rest(id, retryMs * attempts);
      }
    }
  };

  const rest = (id: string, milliseconds: number) => {
    const rested = () => {
      resting.delete(id);
      wake();
    };
    resting.set(id, setTimeout(rested, milliseconds).unref());
  };

  const breakOff = (run: Run, ending: NonNullable<Run['ending']>, reason: string) => {
    // A cancellation is never downgraded to a postponement.
    if (run.ending !== 'cancel') run.ending = ending;
    run.controller.abort(new Error(reason));
  };

  const cancel = async (id: string): Promise<Task> => {
    const task = stored(id);
    if (task.status === 'pending') {
      clearTimeout(resting.get(id));
      resting.delete(id);
      store.finish(id, 'cancelled', null);
      publish(stored(id));
      announceActivity.request();
    } else if (task.status === 'running') {
      const run = [...running.values()].find((candidate) => candidate.task.id === id);
      if (run) {
        breakOff(run, 'cancel', 'The task was cancelled');
        await withTimeout(run.done, patienceMs, undefined);
      }
    } else {
      throw new AppError('Conflict', `Task ${id} is already ${task.status}`);
    }
    return stored(id);
  };

  return {
    start(given) {
      store.recover(
        maxAttempts,
        `The task was interrupted ${maxAttempts} times and will not be retried`,
      );
      handlers = given;
      wake();
    },
    enqueue(request) {
      const twin = store.findDuplicate(request);
      if (twin) return twin.task;
      const task = stored(store.insert(request));
      publish(task);
      announceActivity.request();
      const { lane, priority } = taskRules[request.task_type];
      const current = running.get(lane);
      if (current && !paused.has(lane)) {
        const rules = taskRules[current.task.task_type];
        if (rules.preemptible && priority < rules.priority) {
          breakOff(current, 'preempted', 'The task makes way for a more urgent one');
        }
      }
      wake();
      return task;
    },
    cancel,
    async cancelLibrary(libraryId) {
      await Promise.all(store.activeOfLibrary(libraryId).map((id) => cancel(id)));
    },
    activity: () => store.activity(),
    finished: (id) =>
      new Promise((resolve) => {
        const task = stored(id);
        if (isFinished(task)) {
          resolve(task);
          return;
        }
        const stopListening = bus.subscribe(({ name, data }) => {
          if (name !== 'task_progress' || !('task_id' in data) || data.task_id !== id) return;
          const current = stored(id);
          if (!isFinished(current)) return;
          stopListening();
          resolve(current);
        });
      }),
    hold: (id) => void held.add(id),
    release(id) {
      if (held.delete(id)) wake();
    },
    pause: (lane) => void paused.add(lane),
    resume(lane) {
      paused.delete(lane);
      wake();
    },
    async stop() {
      handlers = null;
      clearImmediate(wakeup);
      clearTimeout(later);
      for (const timer of resting.values()) clearTimeout(timer);
      const runs = [...running.values()];
      for (const run of runs) breakOff(run, 'stop', 'The server is shutting down');
      await withTimeout(Promise.all(runs.map(({ done }) => done)), patienceMs, undefined);
      try {
        for (const { task } of running.values()) store.requeue(task.id, { counts: false });
      } catch (error) {
        // The next start finds them still running, and requeues them.
        log.error({ err: error }, 'tasks not given back');
      }
      running.clear();
      announceActivity.cancel();
    },
  };
};

const isFinished = ({ status }: Task) => status !== 'pending' && status !== 'running';

const kinds = Object.keys(taskRules) as TaskKind[];
const kindsOf: Record<TaskLane, TaskKind[]> = {
  scan: kinds.filter((kind) => taskRules[kind].lane === 'scan'),
  analysis: kinds.filter((kind) => taskRules[kind].lane === 'analysis'),
  network: kinds.filter((kind) => taskRules[kind].lane === 'network'),
  editing: kinds.filter((kind) => taskRules[kind].lane === 'editing'),
  upkeep: kinds.filter((kind) => taskRules[kind].lane === 'upkeep'),
};
