import type { Task } from '../../shared/api/task-record.ts';
import type { TaskActivity } from './store.ts';
import type { TaskHandlers, TaskRequest, TaskLane } from './task-types.ts';

export interface TaskQueue {
  /** Recovers tasks of an earlier process, then runs tasks until `stop`. */
  start(handlers: TaskHandlers): void;
  /** Adds a task, or returns the active one that does the same. */
  enqueue(request: TaskRequest): Task;
  /**
   * Cancels a task: a pending one at once, a running one when it has stopped, waiting up to 5
   * seconds. Throws NotFound, or Conflict for a finished task.
   */
  cancel(id: string): Promise<Task>;
  /** Cancels all active tasks of a library but one; resolves when they have stopped. */
  cancelLibrary(libraryId: string, except?: string): Promise<void>;
  /** Number of pending and running tasks. */
  activity(): TaskActivity;
  /** Resolves with the task when it is completed, failed or cancelled. */
  finished(id: string): Promise<Task>;
  /** Keeps a pending task from starting until it is released or cancelled; others run first. */
  hold(id: string): void;
  release(id: string): void;
  /** Starts no more tasks of a lane; a running one continues. */
  pause(lane: TaskLane): void;
  resume(lane: TaskLane): void;
  /** Interrupts running tasks, within 5 seconds; they are pending again at the next start. */
  stop(): Promise<void>;
}
