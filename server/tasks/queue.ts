import type { Logger } from 'pino';

import type { Task } from '../../shared/api/task-record.ts';
import { AppError, notFound } from '../../shared/errors.ts';
import type { Bus } from '../bus.ts';
import type { Database } from '../database/database.ts';
import {
  kindRules,
  lanes,
  TaskFailure,
  type Lane,
  type TaskContext,
  type TaskHandlers,
  type TaskKind,
  type TaskRequest,
} from './kinds.ts';
import { createTaskStore, type QueuedTask, type RunnableTask, type TaskActivity } from './store.ts';
import { createThrottle } from './throttle.ts';
import { withTimeLimit } from './time-limit.ts';

const maxAttempts = 3;
const tellMs = 250;
const saveMs = 1000;
export interface TaskQueue {
  /** Takes up what an earlier run left, then runs tasks until `stop`. */
  start(handlers: TaskHandlers): void;
  /** Adds a task, or gives the pending or running one that does the same. */
  enqueue(request: TaskRequest): Task;
  /**
   * Cancels a task: a pending one at once, a running one when it has stopped, for which this waits
   * up to 5 seconds. Throws NotFound, or Conflict for a task that is finished.
   */
  cancel(id: string): Promise<Task>;
  /** Cancels all that is pending or running for a library; resolves when it has stopped. */
  cancelLibrary(libraryId: string): Promise<void>;
  /** How many tasks wait or run. */
  activity(): TaskActivity;
  /** Resolves with the task when it is completed, failed or cancelled. */
  finished(id: string): Promise<Task>;
  /** Keeps a pending task from starting, until it is released or cancelled; others go before it. */
  hold(id: string): void;
  release(id: string): void;
  /** Starts no more tasks of a lane; the one that runs goes on. */
  pause(lane: Lane): void;
  resume(lane: Lane): void;
  /** Breaks off what runs, within 5 seconds; it is pending again at the next start. */
  stop(): Promise<void>;
}

interface Run {
  task: RunnableTask;
  controller: AbortController;
  /** Why it was told to stop. */
  ending: 'cancel' | 'make-way' | 'stop' | null;
  done: Promise<void>;
}

/**
 * The queue of background work, kept in the `tasks` table so that nothing is lost with the process.
 * One task a lane runs at a time, the most urgent first.
 */
export const createTaskQueue = ({
  database,
  bus,
  log,
  retryMs = 2000,
  patienceMs = 5000,
}: {
  database: Database;
  bus: Bus;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Rest between two attempts at a task that failed. */
  retryMs?: number;
  /** How long cancelling and stopping wait for a task to notice. */
  patienceMs?: number;
}): TaskQueue => {
  const store = createTaskStore(database);
  const running = new Map<Lane, Run>();
  const paused = new Set<Lane>();
  const resting = new Map<string, NodeJS.Timeout>();
  const held = new Set<string>();
  let handlers: TaskHandlers | null = null;
  let wakeup: NodeJS.Immediate | undefined;
  let later: NodeJS.Timeout | undefined;

  const tell = (task: Task) => {
    const { id, task_type, status, progress } = task;
    bus.emit('task_progress', { task_id: id, task_type, status, progress: { ...progress } });
  };
  const announceActivity = createThrottle(tellMs, () =>
    bus.emit('task_queue_changed', store.activity()),
  );
  const stored = (id: string): Task => {
    const found = store.get(id);
    if (!found) throw notFound('Task', id);
    return found.task;
  };

  /** Looks for work once the current turn is over, so that callers finish what they are writing. */
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

  const begin = (lane: Lane, { task, payload, attempts }: QueuedTask, all: TaskHandlers) => {
    store.start(task.id);
    const run: Run = {
      task: { ...task, status: 'running' },
      controller: new AbortController(),
      ending: null,
      done: Promise.resolve(),
    };
    running.set(lane, run);
    const teller = createThrottle(tellMs, () => tell(run.task));
    const saver = createThrottle(saveMs, () => {
      try {
        store.saveProgress(task.id, run.task.progress);
      } catch (error) {
        // A full disk, from a timer: the task itself meets it too, and its end is written when there is room.
        log.warn({ err: error, task_id: task.id }, 'progress of a task not saved');
      }
    });
    teller.request();
    const context: TaskContext = {
      task: run.task,
      payload: payload,
      signal: run.controller.signal,
      progress(current, total, message) {
        if (running.get(lane) !== run) return;
        run.task.progress = { current, total, message };
        teller.request();
        saver.request();
      },
    };
    const handler = all[task.task_type] as (context: TaskContext) => Promise<void>;
    let unsaved: NodeJS.Timeout | undefined;
    const settle = (failure: { error: unknown } | null) => {
      clearTimeout(unsaved);
      teller.cancel();
      saver.cancel();
      // Given up by `stop`: the store may be closed by now.
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
      tell(ended);
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

  /** Writes how a run ended. */
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
      store.giveBack(id, { counts: false });
    } else {
      const { error } = failure;
      log.warn({ err: error, task_id: id, task_type, attempts }, 'task failed');
      if (error instanceof TaskFailure || attempts >= maxAttempts) {
        store.finish(id, 'failed', error instanceof Error ? error.message : String(error));
      } else {
        store.giveBack(id, { counts: true });
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
    // A cancellation is never weakened to "later".
    if (run.ending !== 'cancel') run.ending = ending;
    run.controller.abort(new Error(reason));
  };

  const cancel = async (id: string): Promise<Task> => {
    const task = stored(id);
    if (task.status === 'pending') {
      clearTimeout(resting.get(id));
      resting.delete(id);
      store.finish(id, 'cancelled', null);
      tell(stored(id));
      announceActivity.request();
    } else if (task.status === 'running') {
      const run = [...running.values()].find((candidate) => candidate.task.id === id);
      if (run) {
        breakOff(run, 'cancel', 'The task was cancelled');
        await withTimeLimit(run.done, patienceMs, undefined);
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
        `The task was interrupted ${maxAttempts} times and is not tried again`,
      );
      handlers = given;
      wake();
    },
    enqueue(request) {
      const twin = store.twin(request);
      if (twin) return twin.task;
      const task = stored(store.insert(request));
      tell(task);
      announceActivity.request();
      const { lane, priority } = kindRules[request.task_type];
      const current = running.get(lane);
      if (current && !paused.has(lane)) {
        const rules = kindRules[current.task.task_type];
        if (rules.yields && priority < rules.priority) {
          breakOff(current, 'make-way', 'The task makes way for a more urgent one');
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
        const stopListening = bus.listen(({ name, data }) => {
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
      await withTimeLimit(Promise.all(runs.map(({ done }) => done)), patienceMs, undefined);
      try {
        for (const { task } of running.values()) store.giveBack(task.id, { counts: false });
      } catch (error) {
        // The next start finds them running, and gives them back.
        log.error({ err: error }, 'tasks not given back');
      }
      running.clear();
      announceActivity.cancel();
    },
  };
};

const isFinished = ({ status }: Task) => status !== 'pending' && status !== 'running';

const kinds = Object.keys(kindRules) as TaskKind[];
const kindsOf: Record<Lane, TaskKind[]> = {
  scan: kinds.filter((kind) => kindRules[kind].lane === 'scan'),
  analysis: kinds.filter((kind) => kindRules[kind].lane === 'analysis'),
  network: kinds.filter((kind) => kindRules[kind].lane === 'network'),
  editing: kinds.filter((kind) => kindRules[kind].lane === 'editing'),
  upkeep: kinds.filter((kind) => kindRules[kind].lane === 'upkeep'),
};
