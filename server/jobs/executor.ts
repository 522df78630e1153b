import { createInlineExecutor } from './executor-inline.ts';
import { createThreadExecutor } from './executor-thread.ts';
import type { Executor, ExecutorOptions } from './jobs.ts';

/** Runs jobs in threads, or inline for tests. */
export const createExecutor = (options: ExecutorOptions): Executor =>
  options.kind === 'thread' ? createThreadExecutor(options) : createInlineExecutor(options);
