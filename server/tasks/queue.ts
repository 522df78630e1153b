import type { Logger } from 'pino';

import type { Task } from '../../shared/api/task-record.ts';
import { AppError, notFound } from '../../shared/errors.ts';
import type { EventBus } from '../lib/event-bus.ts';
import type { Database } from '../database/types.ts';
import { neverLocked, type WriteLock } from '../database/write-lock.ts';
import { maxAttempts, createTaskRuns, publishMs } from './task-runs.ts';
import { taskRules, lanes, type TaskLane, type TaskHandlers, type TaskKind } from './task-types.ts';
import { createTaskStore } from './store.ts';
import type { Requester } from '../lib/requester.ts';
import { createThrottle } from '../lib/throttle.ts';
import { withTimeout } from '../lib/with-timeout.ts';
import type { TaskQueue } from './types.ts';

interface TaskQueueParts {
  database: Database;
  bus: EventBus;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Delay before a failed task is retried, ms. */
  retryMs?: number;
  /** How long cancelling and stopping wait for a task to react, ms. */
  patienceMs?: number;
  /** As in `Requester`. */
  outside?: Requester['outside'];
  writeLock?: WriteLock;
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
  outside = (work) => work(),
  writeLock = neverLocked,
}: TaskQueueParts): TaskQueue => {
  const store = createTaskStore(database);
  const paused = new Set<TaskLane>();
  const resting = createRestingTasks(() => wake());
  const held = new Set<string>();
  let handlers: TaskHandlers | null = null;
  let wakeup: NodeJS.Immediate | undefined;
  let later: NodeJS.Timeout | undefined;

  const inHousehold = createHousehold(outside);
  const publish = ({ id: task_id, task_type, status, progress }: Task) =>
    bus.emit('task_progress', { task_id, task_type, status, progress: { ...progress } });
  const announceActivity = createThrottle(publishMs, () =>
    bus.emit('task_queue_changed', store.activity()),
  );
  const announce = (task: Task) => {
    publish(task);
    announceActivity.request();
  };
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
    wakeup = setImmediate(() => void Promise.resolve(writeLock()).then(startTasks));
  };
  const startTasks = () => {
    wakeup = undefined;
    try {
      for (const lane of lanes) {
        if (!handlers || runs.of(lane) || paused.has(lane)) continue;
        const next = store.next(kindsOf[lane], [...resting.ids(), ...held]);
        if (next) runs.begin(lane, next, handlers);
      }
    } catch (error) {
      log.error({ err: error }, 'task not started');
      clearTimeout(later);
      later = setTimeout(wake, retryMs).unref();
    }
  };

  const runs = createTaskRuns({
    store,
    log,
    writeLock,
    retryMs,
    publish,
    onRetry: resting.add,
    onEnd(id) {
      const ended = stored(id);
      publish(ended);
      if (isFinished(ended)) announceActivity.request();
      wake();
    },
  });

  const cancel = async (id: string): Promise<Task> => {
    const task = stored(id);
    if (task.status === 'pending') {
      resting.remove(id);
      store.finish(id, 'cancelled', null);
      announce(stored(id));
    } else if (task.status === 'running') {
      const run = runs.all().find((candidate) => candidate.task.id === id);
      if (run) {
        runs.breakOff(run, 'cancel', 'The task was cancelled');
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
    enqueue: inHousehold((request) => {
      const twin = store.findDuplicate(request);
      if (twin) return twin.task;
      const task = stored(store.insert(request));
      announce(task);
      const { lane, priority } = taskRules[request.task_type];
      const current = runs.of(lane);
      if (current && !paused.has(lane) && makesWay(current.task.task_type, priority)) {
        runs.breakOff(current, 'preempted', 'The task makes way for a more urgent one');
      }
      wake();
      return task;
    }),
    cancel: inHousehold(cancel),
    cancelLibrary: inHousehold(async (libraryId, except) => {
      const others = store.activeOfLibrary(libraryId).filter((id) => id !== except);
      await Promise.all(others.map((id) => cancel(id)));
    }),
    activity: () => store.activity(),
    finished: inHousehold((id) => whenFinished(bus, () => stored(id))),
    hold: (id) => void held.add(id),
    release: inHousehold((id) => {
      if (held.delete(id)) wake();
    }),
    pause: (lane) => void paused.add(lane),
    resume: inHousehold((lane) => {
      paused.delete(lane);
      wake();
    }),
    async stop() {
      handlers = null;
      clearImmediate(wakeup);
      clearTimeout(later);
      resting.clear();
      const left = runs.all();
      for (const run of left) runs.breakOff(run, 'stop', 'The server is shutting down.');
      await withTimeout(Promise.all(left.map(({ done }) => done)), patienceMs, undefined);
      runs.abandon();
      announceActivity.cancel();
    },
  };
};

/** Tasks are for the whole household, whatever the person who queues one can see. */
const createHousehold =
  (outside: Requester['outside']) =>
  <Input extends unknown[], Result>(work: (...input: Input) => Result) =>
  (...input: Input): Result =>
    outside(() => work(...input));

/** Failed tasks that wait for their next attempt. */
const createRestingTasks = (onRested: () => void) => {
  const timers = new Map<string, NodeJS.Timeout>();
  const remove = (id: string) => {
    clearTimeout(timers.get(id));
    timers.delete(id);
  };
  return {
    ids: () => timers.keys(),
    remove,
    add(id: string, milliseconds: number) {
      const rested = () => {
        remove(id);
        onRested();
      };
      timers.set(id, setTimeout(rested, milliseconds).unref());
    },
    clear: () => [...timers.keys()].forEach(remove),
  };
};

const makesWay = (running: TaskKind, priority: number): boolean =>
  taskRules[running].preemptible && priority < taskRules[running].priority;

/** Resolves with a task when it is finished. */
const whenFinished = (bus: EventBus, current: () => Task): Promise<Task> =>
  new Promise((resolve) => {
    const task = current();
    if (isFinished(task)) {
      resolve(task);
      return;
    }
    const stopListening = bus.subscribe(({ name, data }) => {
      if (name !== 'task_progress' || !('task_id' in data) || data.task_id !== task.id) return;
      const now = current();
      if (!isFinished(now)) return;
      stopListening();
      resolve(now);
    });
  });

const isFinished = ({ status }: Task) => status !== 'pending' && status !== 'running';

const kinds = Object.keys(taskRules) as TaskKind[];
const kindsOf = Object.fromEntries(
  lanes.map((lane) => [lane, kinds.filter((kind) => taskRules[kind].lane === lane)]),
) as Record<TaskLane, TaskKind[]>;
