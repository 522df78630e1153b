import { createInlineExecutor } from './executor-inline.ts';
import { createThreadExecutor } from './executor-thread.ts';
import type { Executor, ExecutorOptions } from './jobs.ts';

/** Runs scans and analyses in threads of their own, or inline where a test wants no threads. */
export const createExecutor = (options: ExecutorOptions): Executor =>
  options.kind === 'thread' ? createThreadExecutor(options) : createInlineExecutor(options);
